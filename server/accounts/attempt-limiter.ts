import type { Database } from '../db/database.ts';
import type { AccountRow } from '../db/schema.ts';
import type { Passwords } from './passwords.ts';
import { type AttemptLimit, createThrottle } from './throttle.ts';
import type { TrustedDevices } from './trusted-devices.ts';

/** Origin of a request, as far as known. */
export interface ClientIdentity {
  readonly address: string;
  /** The device cookie of this browser, from an earlier sign-in. */
  readonly device?: string | undefined;
}

/** Limits how often passwords, codes and tokens may be tried. All methods throw ProblemError `too_many_attempts`. */
export interface AttemptLimiter {
  /** Whether the password is right; takes as long for an unknown email. */
  verifyPassword(
    account: AccountRow | undefined,
    email: string,
    password: string,
    from: ClientIdentity,
  ): Promise<boolean>;
  /** For attempts that throw if wrong: two-factor codes. */
  tryCode<Result>(email: string, from: ClientIdentity, attempt: () => Promise<Result>): Promise<Result>;
  /** The same for a token from a link. */
  tryToken<Result>(from: ClientIdentity, attempt: () => Promise<Result>): Promise<Result>;
}

/* One address can neither try many passwords nor lock the owner out: its limit is lower than the account's limit
   over all addresses. Many addresses together can lock out only unknown browsers. */
const TRIES_OF_ADDRESS = 20;
const TRIES_OF_ADDRESS_AT_ACCOUNT = 5;
const TRIES_AT_ACCOUNT = 60;
/** For a trusted device of the account. Attempts from other browsers do not count here. */
const TRIES_OF_DEVICE = 10;
/**
 * An attacker who tries codes already knows the password. Three codes of a million are valid at any moment: a year of
 * attempts succeeds with 3 %.
 */
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
      const by = { name: tried[0]!.subject, isKnown: isKnownDevice };
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
