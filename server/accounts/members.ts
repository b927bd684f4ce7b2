import type { Database } from '../db/database.ts';
import { ProblemError } from '../problem.ts';
import { type Role, roleOf } from './roles.ts';

/** Somebody who may sign in. Times are epoch milliseconds. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly signedInAt: number | null;
  /** Whether signing in takes a code, too. */
  readonly hasSecondFactor: boolean;
}

/** Everybody who may sign in. Invariant: whoever changes or removes people here leaves at least one owner. */
export interface Members {
  /** The oldest account first. */
  list(): Promise<readonly Member[]>;
  find(id: string): Promise<Member | undefined>;
  /**
   * It holds from the next request on, also in sessions that are open. Links of who is no owner any more end.
   *
   * @throws ProblemError `last_owner`
   */
  setRole(id: string, role: Role): Promise<void>;
  /**
   * With sessions, links that they made and all that belongs to the account but its keys.
   *
   * @throws ProblemError `last_owner`
   */
  remove(id: string): Promise<void>;
}

export function createPeople(db: Database): Members {
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
      return all.map(personOf);
    },

    async find(id) {
      const row = await rows().where('accounts.id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : personOf(row);
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

/** A link that somebody made for themselves would let them in again. */
async function endInvitationsBy(id: string, transaction: Database): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('invited_by', 'in', (row) => row.selectFrom('accounts').select('email').where('id', '=', id))
    .execute();
}

/** Takes a change back after which nobody could let people in. @throws ProblemError `last_owner` */
async function requireRemainingOwner(
  db: Database,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Locks all owners: of two who remove each other at the same moment, one waits and then finds the other gone.
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

function personOf(row: PersonRow): Member {
  return {
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    hasSecondFactor: row.confirmed_at !== null,
  };
}
