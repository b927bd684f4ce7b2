import type { Database } from '../db/database.ts';
import type { AuditRow } from '../db/schema.ts';
import { randomBase62 } from '../keys/key-format.ts';
import type { BestEffortWrites } from '../ops/best-effort-writes.ts';

/** What people did that somebody may have to answer for. */
export type AuditAction =
  | 'set-up'
  | 'signed-in'
  | 'sign-in-failed'
  | 'password-changed'
  | 'signed-out-everywhere'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'person-invited'
  | 'invitation-revoked'
  | 'invitation-accepted'
  | 'role-changed'
  | 'person-signed-out'
  | 'person-removed'
  | 'key-created'
  | 'key-changed'
  | 'key-rolled'
  | 'key-revoked';

export interface Audited {
  readonly action: AuditAction;
  /** The name of the key, or whose account it was. */
  readonly subject: string;
  /** What was changed from what to what, in the settings' own words. Never a key, a password or a document's name. */
  readonly detail?: string;
}

/** Who did it, and from where. */
export interface Actor {
  /** Email, or `COMMAND_LINE`; empty where nobody knows. */
  readonly name: string;
  readonly address: string;
}

export const COMMAND_LINE = 'command line';

export interface AuditEntry extends Audited {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly address: string;
  readonly detail: string;
}

export interface AuditLog {
  /** It never rejects: what was done is done. */
  record(actor: Actor, what: Audited): Promise<void>;
  /** The latest first, those that come behind one of them where that is given. */
  list(most: number, behind?: AuditCursor): Promise<readonly AuditEntry[]>;
}

/** Where an entry stands in the order of the log: several may be of the same moment. */
export type AuditCursor = Pick<AuditEntry, 'at' | 'id'>;

export function createAuditLog(
  db: Database,
  bookkeeping: Pick<BestEffortWrites, 'write'>,
  now: () => number = Date.now,
): AuditLog {
  return {
    async record({ name, address }, { action, subject, detail = '' }) {
      const row = { id: randomBase62(12), at: now(), actor: name, action, subject, detail, address };
      await bookkeeping.write('audit', async () => {
        await db.insertInto('audit_log').values(row).execute();
      });
    },

    async list(most, behind) {
      const all = db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').orderBy('id').limit(most);
      const rows = await (behind === undefined
        ? all
        : all.where((row) =>
            row.or([
              row('at', '<', behind.at),
              row.and([row('at', '=', behind.at), row('id', '>', behind.id)]),
            ]),
          )
      ).execute();
      return rows.map(entryOf);
    },
  };
}

function entryOf(row: AuditRow): AuditEntry {
  // Only `note` writes it, and a later version may know more of them.
  return { ...row, action: row.action as AuditAction };
}
