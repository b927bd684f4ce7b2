import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { ApiKeyRow } from '../db/schema.ts';
import type { KeyProblemCode } from '../problem.ts';
import { createKey, hashSecret, isWellFormedKey, keyHint, randomBase62 } from './key-format.ts';

/** What a key may do. */
export type Scope = 'compress';

/** A key as people see it; the secret itself is nowhere. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Requests in a minute; null: as many as the server's setting says. */
  readonly limitPerMinute: number | null;
  /** Email of who revoked it in the dashboard. */
  readonly revokedBy: string | null;
}

export type KeyCheck =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly code: KeyProblemCode };

export interface KeyService {
  /** Makes a key. `secret` is shown this once and cannot be read again. */
  create(wanted: {
    readonly name: string;
    readonly expiresAt?: number;
    readonly limitPerMinute?: number;
  }): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  /** All keys, the oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Ends a key for good, at once and on every replica: each request asks the database. */
  revoke(id: string, by?: string): Promise<'revoked' | 'already-revoked' | 'unknown'>;
  /** Whether a key is good now. It writes nothing: what a key was used for is the usage recorder's. */
  check(secret: string): Promise<KeyCheck>;
}

export function createKeyService(db: Database, now: () => number = Date.now): KeyService {
  return {
    async create({ name, expiresAt, limitPerMinute }) {
      const secret = createKey();
      const row: ApiKeyRow = {
        id: randomBase62(12),
        name,
        key_hash: hashSecret(secret),
        hint: keyHint(secret),
        scopes: 'compress' satisfies Scope,
        created_at: now(),
        expires_at: expiresAt ?? null,
        revoked_at: null,
        last_used_at: null,
        limit_per_minute: limitPerMinute ?? null,
        revoked_by: null,
      };
      await db.insertInto('api_keys').values(row).execute();
      return { secret, key: keyOf(row) };
    },

    async list() {
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(keyOf);
    },

    async revoke(id, by) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: now(), revoked_by: by ?? null })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return 'revoked';
      const known = await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst();
      return known === undefined ? 'unknown' : 'already-revoked';
    },

    async check(secret) {
      if (!isWellFormedKey(secret)) return { ok: false, code: 'invalid_key' };
      const hash = hashSecret(secret);
      const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst();
      // Compared once more in constant time: how an index finds a row is the database's affair.
      if (row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))) {
        return { ok: false, code: 'invalid_key' };
      }
      if (row.revoked_at !== null) return { ok: false, code: 'revoked_key' };
      if (row.expires_at !== null && row.expires_at <= now()) return { ok: false, code: 'expired_key' };
      return { ok: true, key: keyOf(row) };
    },
  };
}

function keyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes.split(' '),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    limitPerMinute: row.limit_per_minute,
    revokedBy: row.revoked_by,
  };
}
