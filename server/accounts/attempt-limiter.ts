import type { Database } from '../db/database.ts';
import type { AccountRow } from '../db/schema.ts';
import type { Passwords } from './passwords.ts';
import { type AttemptLimit, createThrottle } from './throttle.ts';
import type { TrustedDevices } from './trusted-devices.ts';

/** Where a request comes from, as far as it is known. */
export interface ClientIdentity {
  readonly address: string;
  /** What the cookie of this browser says of earlier sign-ins. */
  readonly device?: string | undefined;
}

/** Lets people try what they have to prove, and nobody try it often. All of it throws ProblemError `too_many_attempts`. */
export interface AttemptLimiter {
  /** Whether it is the password; as late for nobody's email. */
  verifyPassword(
    account: AccountRow | undefined,
    email: string,
    password: string,
    from: ClientIdentity,
  ): Promise<boolean>;
  /** For what throws where it is wrong: the code of a second step. */
  tryCode<Result>(email: string, from: ClientIdentity, attempt: () => Promise<Result>): Promise<Result>;
  /** The same for a token that came by a link. */
  tryToken<Result>(from: ClientIdentity, attempt: () => Promise<Result>): Promise<Result>;
}

/*
 * One address can neither try many passwords nor, by trying, keep the owner out: what it may try is less than what
 * the account may be tried from everywhere. Many addresses together can keep out strangers alone.
 */
const TRIES_OF_ADDRESS = 20;
const TRIES_OF_ADDRESS_AT_ACCOUNT = 5;
const TRIES_AT_ACCOUNT = 60;
/** In a browser where the account signed in before; whatever strangers try does not count there. */
const TRIES_OF_DEVICE = 10;
/** Who tries codes knows the password. Three codes of a million are right at any moment: in a year of tries 3 in 100. */
const TRIES_OF_CODE = 5;
const TRIES_OF_CODE_IN_A_DAY = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export function createAttemptLimiter(
  db: Database,
  passwords: Passwords,
  devices: TrustedDevices,
  now: () => number,
): AttemptLimiter {
  const throttle = createThrottle(db, now);

  const forgivingSuccess = async <Result>(
    tried: readonly AttemptLimit[],
    attempt: () => Promise<Result>,
  ): Promise<Result> => {
    await throttle.consume(tried);
    const result = await attempt();
    await throttle.refund(tried);
    return result;
  };

  return {
    async verifyPassword(account, email, password, from) {
      const isKnownDevice = await devices.isKnown(from.device, email);
      const tried = isKnownDevice ? triesOfDevice(email, from) : triesOfStranger(email, from);
      await throttle.consume(tried);
      const by = { name: tried[0].subject, isKnown: isKnownDevice };
      const isRight = await passwords.verify(password, account?.password_hash, by);
      if (!isRight || account === undefined) return false;
      await throttle.refund(tried);
      return true;
    },

    async tryCode(email, from, attempt) {
      const isKnownDevice = await devices.isKnown(from.device, email);
      const where = isKnownDevice ? `in ${from.device}` : 'elsewhere';
      const tried = [
        { subject: `code of ${email} ${where}`, max: TRIES_OF_CODE },
        { subject: `code of ${email} ${where} today`, max: TRIES_OF_CODE_IN_A_DAY, windowMs: DAY_MS },
      ];
      return forgivingSuccess(tried, attempt);
    },

    tryToken: ({ address }, attempt) =>
      forgivingSuccess([{ subject: `address ${address}`, max: TRIES_OF_ADDRESS }], attempt),
  };
}

function triesOfDevice(email: string, { device }: ClientIdentity): readonly AttemptLimit[] {
  return [{ subject: `device ${device} at ${email}`, max: TRIES_OF_DEVICE }];
}

function triesOfStranger(email: string, { address }: ClientIdentity): readonly AttemptLimit[] {
  return [
    { subject: `address ${address}`, max: TRIES_OF_ADDRESS },
    { subject: `address ${address} at ${email}`, max: TRIES_OF_ADDRESS_AT_ACCOUNT },
    { subject: `account ${email}`, max: TRIES_AT_ACCOUNT },
  ];
}
