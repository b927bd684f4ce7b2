import type { Database } from '../db/database.ts';
import type { AccountRow } from '../db/schema.ts';
import { randomBase62 } from '../keys/key-format.ts';
import { ProblemError } from '../problem.ts';
import { createDevices } from './devices.ts';
import type { Passwords } from './passwords.ts';
import { normalEmail } from './rules.ts';
import { createSessions, type Session, type Sessions } from './sessions.ts';
import { hasAccount, isSetupToken } from './setup-token.ts';
import { createThrottle, type Tried } from './throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Where a request comes from, as far as it is known. */
export interface From {
  readonly address: string;
  /** What the cookie of this browser says of earlier sign-ins. */
  readonly device?: string | undefined;
}

/** What whoever came in gets. */
export interface Welcome {
  /** Of the new session. */
  readonly token: string;
  /** By which this browser is known at the next sign-in. */
  readonly device: string;
}

export interface Accounts {
  readonly sessions: Sessions;
  isSetUp(): Promise<boolean>;
  /** Whether somebody has this email, written as `normalEmail` does. */
  isKnown(email: string): Promise<boolean>;
  /** Creates the first account. @throws ProblemError `already_set_up`, `wrong_setup_code`, `too_many_tries` */
  setUp(wanted: Credentials & { readonly code: string }, from: From): Promise<Welcome>;
  /** @throws ProblemError `wrong_credentials`, the same and as late for an unknown email, or `too_many_tries` */
  signIn(credentials: Credentials, from: From): Promise<Welcome>;
  /** Ends all sessions of the account, and makes strangers of all browsers in which it signed in. */
  signOutEverywhere(session: Session): Promise<void>;
  /**
   * Ends all sessions of the account, also the one that asks.
   *
   * @throws ProblemError `invalid_parameter` when `current` is wrong, or `too_many_tries`
   */
  changePassword(
    session: Session,
    wanted: { readonly current: string; readonly next: string },
    from: From,
  ): Promise<Welcome>;
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

export function createAccounts(db: Database, passwords: Passwords, now: () => number = Date.now): Accounts {
  const sessions = createSessions(db, now);
  const throttle = createThrottle(db, now);
  const devices = createDevices(db, now);

  const welcome = async (accountId: string, { device }: From): Promise<Welcome> => ({
    token: await sessions.begin(accountId),
    device: await devices.remember(accountId, device),
  });

  const triedBy = async (email: string, { address, device }: From): Promise<readonly Tried[]> =>
    (await devices.isKnown(device, email))
      ? [{ subject: `device ${device} at ${email}`, most: TRIES_OF_DEVICE }]
      : [
          { subject: `address ${address}`, most: TRIES_OF_ADDRESS },
          { subject: `address ${address} at ${email}`, most: TRIES_OF_ADDRESS_AT_ACCOUNT },
          { subject: `account ${email}`, most: TRIES_AT_ACCOUNT },
        ];

  const verified = async (
    account: AccountRow | undefined,
    { email, password }: Credentials,
    from: From,
  ): Promise<AccountRow | null> => {
    const tried = await triedBy(email, from);
    await throttle.take(tried);
    const isRight = await passwords.verify(password, account?.password_hash, tried[0].subject);
    if (!isRight || account === undefined) return null;
    await throttle.forgive(tried);
    return account;
  };

  return {
    sessions,
    isSetUp: () => hasAccount(db),

    async isKnown(email) {
      const found = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst();
      return found !== undefined;
    },

    async setUp({ code, email, password }, from) {
      if (await hasAccount(db)) throw new ProblemError({ code: 'already_set_up' });
      const tried = [{ subject: `address ${from.address}`, most: TRIES_OF_ADDRESS }];
      await throttle.take(tried);
      if (!(await isSetupToken(db, code, now()))) throw new ProblemError({ code: 'wrong_setup_code' });
      const account = accountOf(email, await passwords.hash(password), now());
      await db.transaction().execute(async (transaction) => {
        // Of two at the same moment one takes the tokens away, and the other finds none.
        const taken = await transaction.deleteFrom('setup_tokens').returning('token_hash').execute();
        if (taken.length === 0) throw new ProblemError({ code: 'already_set_up' });
        await transaction.insertInto('accounts').values(account).execute();
      });
      await throttle.forgive(tried);
      return welcome(account.id, from);
    },

    async signIn(credentials, from) {
      const email = normalEmail(credentials.email);
      const known = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
      const account = await verified(known, { ...credentials, email }, from);
      if (account === null) throw new ProblemError({ code: 'wrong_credentials' });
      return welcome(account.id, from);
    },

    async signOutEverywhere({ accountId }) {
      await sessions.endAllOf(accountId);
      await devices.forgetAllOf(accountId);
    },

    async changePassword({ accountId, email }, { current, next }, from) {
      const known = await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', accountId)
        .executeTakeFirst();
      const account = await verified(known, { email, password: current }, from);
      if (account === null) throw new ProblemError({ code: 'wrong_password' });
      const password_hash = await passwords.hash(next);
      await db.updateTable('accounts').set({ password_hash }).where('id', '=', accountId).execute();
      await sessions.endAllOf(accountId);
      await devices.forgetAllOf(accountId);
      return welcome(accountId, from);
    },
  };
}

/** Creates the first account from the settings; does nothing once there is one, whatever they say. */
export async function ensureFirstAccount(
  db: Database,
  passwords: Passwords,
  { email, password }: Credentials,
  now: number,
): Promise<void> {
  if (await hasAccount(db)) return;
  const account = accountOf(email, await passwords.hash(password), now);
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('setup_tokens').execute();
    // Another replica may start at the same moment, with the same settings.
    await transaction
      .insertInto('accounts')
      .values(account)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
  });
}

function accountOf(email: string, password_hash: string, created_at: number): AccountRow {
  return { id: randomBase62(12), email: normalEmail(email), password_hash, created_at };
}
