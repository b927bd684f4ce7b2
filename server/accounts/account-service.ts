import type { Database } from '../db/database.ts';
import type { AccountRow } from '../db/schema.ts';
import { randomBase62 } from '../keys/key-format.ts';
import { ProblemError } from '../problem.ts';
import { type AttemptLimiter, type ClientIdentity, createAttemptLimiter } from './attempt-limiter.ts';
import { createInvitations, type Invitation, type Invitations } from './invitations.ts';
import { createMembers, type Members } from './members.ts';
import type { Passwords } from './passwords.ts';
import { accountWith, createProofs, type Proofs } from './proofs.ts';
import { type Role, roleOf } from './roles.ts';
import { normalEmail } from './rules.ts';
import {
  createSecondFactors,
  type FactorProof,
  type NewSecret,
  type SecondFactors,
} from './second-factor.ts';
import { createSessions, type Session, type Sessions } from './sessions.ts';
import { hasAccount, isSetupToken } from './setup-token.ts';
import { createDevices, type TrustedDevices } from './trusted-devices.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The outcome of a successful sign-in. */
export interface SignInResult {
  /** Token of the new session. */
  readonly token: string;
  /** Identifies this browser at the next sign-in. */
  readonly device: string;
  readonly email: string;
  readonly role: Role;
}

/** Members and their authentication. Methods that check a password, a code or a token may throw `too_many_attempts`. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly people: Members;
  readonly invitations: Pick<Invitations, 'invite' | 'list' | 'revoke'>;
  readonly secondFactor: Pick<SecondFactors, 'recoveryCodesLeft'>;
  isSetUp(): Promise<boolean>;
  /** Whether an account has this email, normalized by `normalEmail`. */
  isKnown(email: string): Promise<boolean>;
  /**
   * Creates the first account, with the role owner. @throws ProblemError `already_initialized`, `invalid_setup_code`
   */
  setUp(wanted: Credentials & { readonly code: string }, from: ClientIdentity): Promise<SignInResult>;
  /**
   * @throws ProblemError `wrong_credentials`, also for an unknown email and after the same time; `two_factor_required`
   * if a code is missing; `invalid_code`
   */
  signIn(
    credentials: Credentials & { readonly code?: string | undefined },
    from: ClientIdentity,
  ): Promise<SignInResult & { readonly proof: FactorProof | null }>;
  /** Looks up an invitation link. @throws ProblemError `invalid_invitation` */
  findInvitation(token: string, from: ClientIdentity): Promise<Invitation>;
  /** Creates the account of an invitation. @throws ProblemError `invalid_invitation` */
  acceptInvitation(
    wanted: { readonly token: string; readonly password: string },
    from: ClientIdentity,
  ): Promise<SignInResult>;
  /** Ends all sessions of the account and forgets all its trusted devices. */
  signOutEverywhere(account: Pick<Session, 'accountId'>): Promise<void>;
  /** Ends all sessions of the account, including the caller's. @throws ProblemError `wrong_password` */
  changePassword(
    session: Session,
    wanted: { readonly current: string; readonly next: string },
    from: ClientIdentity,
  ): Promise<SignInResult>;
  /** Creates a secret for an authenticator app. @throws ProblemError `wrong_password`, `two_factor_enabled` */
  beginSecondFactor(session: Session, password: string, from: ClientIdentity): Promise<NewSecret>;
  /** Enables two-factor authentication; the recovery codes are shown only once. @throws ProblemError `invalid_code` */
  confirmSecondFactor(session: Session, code: string, from: ClientIdentity): Promise<readonly string[]>;
  /** Creates new recovery codes; null if two-factor is off. @throws ProblemError `wrong_password` */
  remakeRecoveryCodes(
    session: Session,
    password: string,
    from: ClientIdentity,
  ): Promise<readonly string[] | null>;
  /** Disables two-factor authentication; false if it was off. @throws ProblemError `wrong_password` */
  removeSecondFactor(session: Session, password: string, from: ClientIdentity): Promise<boolean>;
}

export function createAccounts(db: Database, passwords: Passwords, now: () => number = Date.now): Accounts {
  const devices = createDevices(db, now);
  const guard = createAttemptLimiter(db, passwords, devices, now);
  const secondFactors = createSecondFactors(db, now);
  const parts: Parts = {
    db,
    now,
    passwords,
    devices,
    guard,
    secondFactors,
    proofs: createProofs(db, guard, secondFactors),
    sessions: createSessions(db, now),
    invitations: createInvitations(db, now),
  };
  return {
    sessions: parts.sessions,
    people: createMembers(db),
    invitations: parts.invitations,
    secondFactor: secondFactors,
    isSetUp: () => hasAccount(db),
    isKnown: async (email) => (await accountWith(db, 'email', email)) !== undefined,
    findInvitation: (token, from) => guard.tryToken(from, () => parts.invitations.find(token)),
    signOutEverywhere: (account) => endEverywhere(parts, account),
    ...waysIn(parts),
    ...ownSecondFactor(parts),
  };
}

/** Components that the methods of `Accounts` share. */
interface Parts {
  readonly db: Database;
  readonly now: () => number;
  readonly passwords: Passwords;
  readonly devices: TrustedDevices;
  readonly guard: AttemptLimiter;
  readonly proofs: Proofs;
  readonly secondFactors: SecondFactors;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
}

async function endEverywhere(
  { sessions, devices }: Parts,
  { accountId }: Pick<Session, 'accountId'>,
): Promise<void> {
  await sessions.endAllOf(accountId);
  await devices.forgetAllOf(accountId);
}

/** Methods that begin a session. */
function waysIn(parts: Parts): Pick<Accounts, 'setUp' | 'signIn' | 'acceptInvitation' | 'changePassword'> {
  const { db, now, passwords, guard, proofs, invitations } = parts;
  return {
    async setUp({ code, email, password }, from) {
      if (await hasAccount(db)) throw new ProblemError({ code: 'already_initialized' });
      const account = await guard.tryToken(from, async () => {
        if (!(await isSetupToken(db, code, now()))) throw new ProblemError({ code: 'invalid_setup_code' });
        const owner = ownerOf(email, await passwords.hash(password), now());
        await insertFirstOwner(db, owner);
        return owner;
      });
      return welcome(parts, account, from);
    },

    async signIn({ password, code, ...given }, from) {
      const email = normalEmail(given.email);
      const account = await accountWith(db, 'email', email);
      const isRight = await guard.verifyPassword(account, email, password, from);
      if (!isRight || account === undefined) throw new ProblemError({ code: 'wrong_credentials' });
      const proof = await proofs.secondFactor(account, code, from);
      return { ...(await welcome(parts, account, from)), proof };
    },

    async acceptInvitation({ token, password }, from) {
      const account = await guard.tryToken(from, async () => {
        // Hashing a password is slow: check the invitation first.
        await invitations.find(token);
        return invitations.accept(token, await passwords.hash(password));
      });
      return welcome(parts, account, from);
    },

    async changePassword(session, { current, next }, from) {
      const account = await proofs.password(session, current, from);
      const password_hash = await passwords.hash(next);
      await db.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute();
      await endEverywhere(parts, session);
      return welcome(parts, account, from);
    },
  };
}

/** Methods with which members change their own two-factor authentication. */
function ownSecondFactor({
  guard,
  proofs,
  secondFactors,
  sessions,
}: Parts): Pick<
  Accounts,
  'beginSecondFactor' | 'confirmSecondFactor' | 'remakeRecoveryCodes' | 'removeSecondFactor'
> {
  return {
    async beginSecondFactor(session, password, from) {
      const { id, email } = await proofs.password(session, password, from);
      return secondFactors.begin(id, email);
    },

    async confirmSecondFactor(session, code, from) {
      const codes = await guard.tryCode(session.email, from, () =>
        secondFactors.confirm(session.accountId, code),
      );
      // They began without a code.
      await sessions.endOthers(session);
      return codes;
    },

    async remakeRecoveryCodes(session, password, from) {
      const { id } = await proofs.password(session, password, from);
      return secondFactors.remakeRecoveryCodes(id);
    },

    async removeSecondFactor(session, password, from) {
      const { id } = await proofs.password(session, password, from);
      return secondFactors.remove(id);
    },
  };
}

async function welcome(
  { db, now, sessions, devices }: Parts,
  account: AccountRow,
  { device }: ClientIdentity,
): Promise<SignInResult> {
  await db.updateTable('accounts').set({ signed_in_at: now() }).where('id', '=', account.id).execute();
  return {
    token: await sessions.begin(account.id),
    device: await devices.remember(account.id, device),
    email: account.email,
    role: roleOf(account.role),
  };
}

/** @throws ProblemError `already_initialized` for the second of two concurrent requests, which finds no token left */
async function insertFirstOwner(db: Database, owner: AccountRow): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const taken = await transaction.deleteFrom('setup_tokens').returning('token_hash').execute();
    if (taken.length === 0) throw new ProblemError({ code: 'already_initialized' });
    await transaction.insertInto('accounts').values(owner).execute();
  });
}

/** Creates the first account from the settings. Does nothing if an account exists. */
export async function ensureFirstAccount(
  db: Database,
  passwords: Passwords,
  { email, password }: Credentials,
  now: number,
): Promise<void> {
  if (await hasAccount(db)) return;
  const account = ownerOf(email, await passwords.hash(password), now);
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('setup_tokens').execute();
    // Another replica may start at the same moment with the same settings.
    await transaction
      .insertInto('accounts')
      .values(account)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
  });
}

function ownerOf(email: string, password_hash: string, created_at: number): AccountRow {
  return {
    id: randomBase62(12),
    email: normalEmail(email),
    password_hash,
    created_at,
    role: 'owner' satisfies Role,
    signed_in_at: null,
  };
}
