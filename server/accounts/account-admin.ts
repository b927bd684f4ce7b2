import type { Database } from '../db/database.ts';
import type { Passwords } from './passwords.ts';
import { normalEmail } from './rules.ts';

/** Accounts as the command line sees them: whoever can run it owns the server already. */
export interface AccountAdmin {
  list(): Promise<readonly { readonly email: string; readonly createdAt: number }[]>;
  /** Sets a password and ends all sessions; false when there is no such account. */
  setPassword(email: string, password: string): Promise<boolean>;
  /** Removes the account and its email wherever it stands; false when there is no such account. */
  remove(email: string): Promise<boolean>;
}

export function createAccountAdmin(db: Database, passwords: Passwords): AccountAdmin {
  return {
    async list() {
      const rows = await db.selectFrom('accounts').select(['email', 'created_at']).orderBy('email').execute();
      return rows.map((row) => ({ email: row.email, createdAt: row.created_at }));
    },

    async setPassword(email, password) {
      const password_hash = await passwords.hash(password);
      const account = await db
        .updateTable('accounts')
        .set({ password_hash })
        .where('email', '=', normalEmail(email))
        .returning('id')
        .executeTakeFirst();
      if (account === undefined) return false;
      await db.deleteFrom('sessions').where('account_id', '=', account.id).execute();
      await db.deleteFrom('devices').where('account_id', '=', account.id).execute();
      return true;
    },

    async remove(given) {
      const email = normalEmail(given);
      return db.transaction().execute(async (transaction) => {
        // Sessions and devices go with it.
        const { numDeletedRows } = await transaction
          .deleteFrom('accounts')
          .where('email', '=', email)
          .executeTakeFirst();
        await transaction
          .updateTable('audit_log')
          .set({ actor: FORGOTTEN })
          .where('actor', '=', email)
          .execute();
        await transaction
          .updateTable('audit_log')
          .set({ subject: FORGOTTEN })
          .where('subject', '=', email)
          .execute();
        await transaction
          .updateTable('api_keys')
          .set({ revoked_by: FORGOTTEN })
          .where('revoked_by', '=', email)
          .execute();
        return numDeletedRows > 0n;
      });
    },
  };
}

/** What stands where the email of a removed account stood. */
const FORGOTTEN = 'removed account';
