import type { Database } from '../db/database.ts';
import type { AccountRow, InvitationRow } from '../db/schema.ts';
import { hashSecret, randomBase62 } from '../keys/key-format.ts';
import { ProblemError } from '../problem.ts';
import { type Role, roleOf } from './roles.ts';

/** A pending invitation. Times are epoch milliseconds. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Email of the owner who created it. */
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Invitation links: each for one person, once, for a week. Nothing is mailed; an owner passes them on. */
export interface Invitations {
  /** Returns the token for the link; it is not stored. @throws ProblemError `email_taken` */
  invite(
    email: string,
    role: Role,
    by: string,
  ): Promise<{ readonly token: string; readonly invitation: Invitation }>;
  /** Valid invitations, oldest first. */
  list(): Promise<readonly Invitation[]>;
  /** Looks up a token. @throws ProblemError `invalid_invitation` */
  find(token: string): Promise<Invitation>;
  /** Revokes an invitation; undefined if it does not exist. */
  revoke(id: string): Promise<Invitation | undefined>;
  /**
   * Creates the account. Of two concurrent requests with the same token, one succeeds.
   *
   * @throws ProblemError `invalid_invitation`
   */
  accept(token: string, passwordHash: string): Promise<AccountRow>;
}

export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

export function createInvitations(db: Database, now: () => number): Invitations {
  const removeOld = () => db.deleteFrom('invitations').where('expires_at', '<=', now()).execute();

  return {
    async invite(email, role, by) {
      await removeOld();
      const account = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst();
      if (account !== undefined) throw new ProblemError({ code: 'email_taken' });
      const token = randomBase62(32);
      const row: InvitationRow = {
        id: randomBase62(12),
        token_hash: hashSecret(token),
        email,
        role,
        invited_by: by,
        created_at: now(),
        expires_at: now() + INVITATION_MS,
      };
      const made = await db
        .insertInto('invitations')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made === undefined) throw new ProblemError({ code: 'email_taken' });
      return { token, invitation: invitationOf(row) };
    },

    async list() {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('expires_at', '>', now())
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(invitationOf);
    },

    async find(token) {
      const row = await db
        .selectFrom('invitations')
        .selectAll()
        .where('token_hash', '=', hashSecret(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (row === undefined) throw new ProblemError({ code: 'invalid_invitation' });
      return invitationOf(row);
    },

    async revoke(id) {
      const row = await db.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
      return row === undefined ? undefined : invitationOf(row);
    },

    accept: (token, passwordHash) => acceptInvitation(db, token, passwordHash, now()),
  };
}

/** Replaces an invitation by an account, in one transaction. @throws ProblemError `invalid_invitation` */
function acceptInvitation(
  db: Database,
  token: string,
  passwordHash: string,
  now: number,
): Promise<AccountRow> {
  return db.transaction().execute(async (transaction) => {
    // Only the request that deletes the invitation may create the account.
    const invitation = await transaction
      .deleteFrom('invitations')
      .where('token_hash', '=', hashSecret(token))
      .where('expires_at', '>', now)
      .returning(['email', 'role'])
      .executeTakeFirst();
    if (invitation === undefined) throw new ProblemError({ code: 'invalid_invitation' });
    const account: AccountRow = {
      id: randomBase62(12),
      ...invitation,
      password_hash: passwordHash,
      created_at: now,
      signed_in_at: null,
    };
    await transaction.insertInto('accounts').values(account).execute();
    return account;
  });
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
