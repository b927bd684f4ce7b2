import { type AuditLog, COMMAND_LINE } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import { createMembers, type Member } from './members.ts';
import type { Passwords } from './passwords.ts';
import { normalEmail } from './rules.ts';
import { createSecondFactors } from './second-factor.ts';

/** Account management for the command line, whose user already owns the server. Changes are audited. */
export interface AccountAdmin {
  list(): Promise<readonly Member[]>;
  /** Sets a password and ends all sessions; false if there is no such account. */
  setPassword(email: string, password: string): Promise<boolean>;
  /** For a user who lost both the app and the recovery codes: turns two-factor authentication off. */
  resetSecondFactor(email: string): Promise<'reset' | 'was-off' | 'unknown'>;
  /** False if there is no such account. */
  makeOwner(email: string): Promise<boolean>;
  /**
   * Removes the account, and its email everywhere, even if the dashboard removed the account before. False if the email
   * is not stored.
   *
   * @throws ProblemError `last_owner` if other members would be left without an owner
   */
  remove(email: string): Promise<boolean>;
}

export function createAccountAdmin(
  db: Database,
  passwords: Passwords,
  audit: Pick<AuditLog, 'record'>,
  now: () => number = Date.now,
): AccountAdmin {
  const members = createMembers(db);
  const secondFactors = createSecondFactors(db, now);
  const actor = { name: COMMAND_LINE, address: '' };

  const find = async (email: string): Promise<Member | undefined> =>
    (await members.list()).find((person) => person.email === normalEmail(email));

  return {
    list: members.list,

    async setPassword(email, password) {
      const person = await find(email);
      if (person === undefined) return false;
      const password_hash = await passwords.hash(password);
      await db.updateTable('accounts').set({ password_hash }).where('id', '=', person.id).execute();
      await db.deleteFrom('sessions').where('account_id', '=', person.id).execute();
      await db.deleteFrom('devices').where('account_id', '=', person.id).execute();
      await audit.record(actor, { action: 'password-changed', subject: person.email });
      return true;
    },

    async resetSecondFactor(email) {
      const person = await find(email);
      if (person === undefined) return 'unknown';
      if (!(await secondFactors.remove(person.id))) return 'was-off';
      await audit.record(actor, { action: 'second-factor-off', subject: person.email });
      return 'reset';
    },

    async makeOwner(email) {
      const person = await find(email);
      if (person === undefined) return false;
      await members.setRole(person.id, 'owner');
      const detail = `${person.role} → owner`;
      await audit.record(actor, { action: 'role-changed', subject: person.email, detail });
      return true;
    },

    async remove(given) {
      const email = normalEmail(given);
      const all = await members.list();
      const removed = all.find((person) => person.email === email);
      if (removed !== undefined && all.length > 1) await members.remove(removed.id);
      // The last account may be removed: the next start prints a setup link then.
      else if (removed !== undefined) await db.deleteFrom('accounts').where('id', '=', removed.id).execute();
      const wasThere = (await forget(db, email)) || removed !== undefined;
      if (wasThere) await audit.record(actor, { action: 'person-removed', subject: FORGOTTEN });
      return wasThere;
    },
  };
}

/** Replaces the email with `FORGOTTEN`; false if it is not stored. */
async function forget(db: Database, email: string): Promise<boolean> {
  const counts = await db
    .transaction()
    .execute(async (transaction) => [
      await transaction.deleteFrom('invitations').where('email', '=', email).executeTakeFirst(),
      await transaction
        .updateTable('invitations')
        .set({ invited_by: FORGOTTEN })
        .where('invited_by', '=', email)
        .executeTakeFirst(),
      await transaction
        .updateTable('audit_log')
        .set({ actor: FORGOTTEN })
        .where('actor', '=', email)
        .executeTakeFirst(),
      await transaction
        .updateTable('audit_log')
        .set({ subject: FORGOTTEN })
        .where('subject', '=', email)
        .executeTakeFirst(),
      await transaction
        .updateTable('api_keys')
        .set({ revoked_by: FORGOTTEN })
        .where('revoked_by', '=', email)
        .executeTakeFirst(),
    ]);
  return counts.some(
    (count) => ('numDeletedRows' in count ? count.numDeletedRows : count.numUpdatedRows) > 0n,
  );
}

/** Placeholder for the email of a removed account. */
const FORGOTTEN = 'removed account';
