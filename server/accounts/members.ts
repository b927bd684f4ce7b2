import type { Database } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { type Role, roleOf } from './roles.ts';

/** A person who may sign in. Times are epoch milliseconds. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly signedInAt: number | null;
  /** Whether signing in requires a two-factor code. */
  readonly hasSecondFactor: boolean;
}

/** All members. Invariant: at least one owner remains after every change. */
export interface Members {
  /** Oldest account first. */
  list(): Promise<readonly Member[]>;
  find(id: string): Promise<Member | undefined>;
  /**
   * Takes effect with the next request, even in open sessions. Revokes the invitations of a former owner.
   *
   * @throws ProblemError `last_owner`
   */
  setRole(id: string, role: Role): Promise<void>;
  /**
   * Removes the account with everything of it, such as sessions and invitations, except its API keys.
   *
   * @throws ProblemError `last_owner`
   */
  remove(id: string): Promise<void>;
}

export function createMembers(db: Database): Members {
  const rows = () =>
    db
      .selectFrom('accounts')
      .leftJoin('second_factors', 'second_factors.account_id', 'accounts.id')
      .select([
        'accounts.id',
        'accounts.email',
        'accounts.role',
        'accounts.created_at',
        'accounts.signed_in_at',
        'second_factors.confirmed_at',
      ]);

  return {
    async list() {
      const all = await rows().orderBy('accounts.created_at').orderBy('accounts.id').execute();
      return all.map(memberOf);
    },

    async find(id) {
      const row = await rows().where('accounts.id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : memberOf(row);
    },

    setRole: (id, role) =>
      requireRemainingOwner(db, async (transaction) => {
        if (role !== 'owner') await endInvitationsBy(id, transaction);
        await transaction.updateTable('accounts').set({ role }).where('id', '=', id).execute();
      }),

    remove: (id) =>
      requireRemainingOwner(db, async (transaction) => {
        await endInvitationsBy(id, transaction);
        await transaction.deleteFrom('accounts').where('id', '=', id).execute();
      }),
  };
}

/** Prevents removed members from returning by an invitation they created for themselves. */
async function endInvitationsBy(id: string, transaction: Database): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('invited_by', 'in', (row) => row.selectFrom('accounts').select('email').where('id', '=', id))
    .execute();
}

/** Rolls back a change that would leave no owner. @throws ProblemError `last_owner` */
async function requireRemainingOwner(
  db: Database,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Locks all owner rows: of two owners who remove each other concurrently, one waits and then fails.
    await transaction
      .updateTable('accounts')
      .set({ role: 'owner' satisfies Role })
      .where('role', '=', 'owner')
      .execute();
    await change(transaction);
    const owner = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst();
    if (owner === undefined) throw new ProblemError({ code: 'last_owner' });
  });
}

interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly created_at: number;
  readonly signed_in_at: number | null;
  readonly confirmed_at: number | null;
}

function memberOf(row: PersonRow): Member {
  return {
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    hasSecondFactor: row.confirmed_at !== null,
  };
}
