import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import type { Database } from '../db/database.ts';
import type { AuditRow } from '../db/schema.ts';
import { randomBase62 } from '../keys/key-format.ts';

/** Actions that are audited. */
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
  | 'key-revoked'
  | 'job-cancelled'
  | 'job-retried'
  | 'webhook-created'
  | 'webhook-rolled'
  | 'webhook-removed'
  | 'webhook-resent';

export interface Audited {
  readonly action: AuditAction;
  /** Name of the key or email of the account. */
  readonly subject: string;
  /** Old and new values in the settings' own words. Never a key, a password or a document's name. */
  readonly detail?: string;
}

/** The author of an action, and the address it came from. */
export interface Actor {
  /** Email, `COMMAND_LINE`, or `API` with the name of a key; empty if unknown. */
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
  /** Never rejects: the action has already happened. */
  record(actor: Actor, what: Audited): Promise<void>;
  /** Newest first; with `behind`, only entries older than that one. */
  list(most: number, behind?: AuditCursor): Promise<readonly AuditEntry[]>;
}

/** Position of an entry in the log. Several entries may have the same time. */
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
  // Only `record` writes the action; a later version may know more of them.
  return { ...row, action: row.action as AuditAction };
}
