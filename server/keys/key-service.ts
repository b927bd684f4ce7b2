import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { ApiKeyRow } from '../db/schema.ts';
import type { KeyProblemCode } from '../problem.ts';
import { createKey, hashSecret, isWellFormedKey, keyHint, randomBase62 } from './key-format.ts';

/** Permissions of a key. `compress` includes `inspect`. */
export const SCOPES = ['compress', 'inspect'] as const;
export type Scope = (typeof SCOPES)[number];

export function allows(scopes: readonly string[], wanted: Scope): boolean {
  return scopes.includes(wanted) || (wanted === 'inspect' && scopes.includes('compress'));
}

/** A key without its secret. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Requests per minute; null: the server's default. */
  readonly limitPerMinute: number | null;
  /** Documents per day (UTC); null: unlimited. */
  readonly dailyDocuments: number | null;
  /** Bytes of uploaded documents per day; null: unlimited. */
  readonly dailyBytes: number | null;
  /** Id of the key that replaces it. */
  readonly rolledTo: string | null;
  /** Email of the member who revoked it in the dashboard. */
  readonly revokedBy: string | null;
  /** Id of the account that created it in the dashboard. */
  readonly createdBy: string | null;
}

/** Settings of a key at creation and later. */
export interface KeySettings {
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt: number | null;
  readonly limitPerMinute: number | null;
  readonly dailyDocuments: number | null;
  readonly dailyBytes: number | null;
}

export type KeyCheck =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly code: KeyProblemCode };

export interface KeyService {
  /** Creates a key, owned by the account if given. `secret` is shown only once. */
  create(
    wanted: Pick<KeySettings, 'name'> & Partial<KeySettings>,
    createdBy?: string,
  ): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  /** Changes the given settings; undefined if no valid key has this id. */
  change(
    id: string,
    wanted: Partial<KeySettings>,
  ): Promise<{ readonly before: ApiKey; readonly after: ApiKey } | undefined>;
  /**
   * Creates a replacement with the same settings. The old key expires after the overlap, or earlier if it would have.
   * Undefined if no valid key has this id.
   */
  rotate(
    id: string,
    overlapMs: number,
  ): Promise<{ readonly secret: string; readonly key: ApiKey; readonly oldExpiresAt: number } | undefined>;
  /** All keys, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Revokes a key permanently, at once and on every replica: each request queries the database. */
  revoke(id: string, by?: string): Promise<'revoked' | 'already-revoked' | 'unknown'>;
  /** Validates a key. Writes nothing: usage is recorded elsewhere. */
  check(secret: string): Promise<KeyCheck>;
}

export function createKeyService(db: Database, now: () => number = Date.now): KeyService {
  const working = async (id: string): Promise<ApiKeyRow | undefined> => {
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
    const isOver = row?.revoked_at != null || (row?.expires_at != null && row.expires_at <= now());
    return isOver ? undefined : row;
  };

  return {
    async create(wanted, createdBy) {
      const secret = createKey();
      const row = { ...newRow(wanted, now()), ...identityOf(secret), created_by: createdBy ?? null };
      await db.insertInto('api_keys').values(row).execute();
      return { secret, key: keyOf(row) };
    },
    async change(id, wanted) {
      const row = await working(id);
      if (row === undefined) return undefined;
      const changes = columnsOf(wanted);
      if (Object.keys(changes).length > 0)
        await db.updateTable('api_keys').set(changes).where('id', '=', id).execute();
      return { before: keyOf(row), after: keyOf({ ...row, ...changes }) };
    },
    async rotate(id, overlapMs) {
      const row = await working(id);
      return row === undefined || row.rolled_to !== null ? undefined : replaceKey(db, row, overlapMs, now());
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
    check: (secret) => checkKey(db, secret, now()),
  };
}

async function checkKey(db: Database, secret: string, now: number): Promise<KeyCheck> {
  if (!isWellFormedKey(secret)) return { ok: false, code: 'invalid_key' };
  const hash = hashSecret(secret);
  const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst();
  // Compared again in constant time: the index lookup may not be.
  if (row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))) {
    return { ok: false, code: 'invalid_key' };
  }
  if (row.revoked_at !== null) return { ok: false, code: 'revoked_key' };
  if (row.expires_at !== null && row.expires_at <= now) return { ok: false, code: 'expired_key' };
  return { ok: true, key: keyOf(row) };
}

/** Adds the replacement of a key, which expires after the overlap. */
async function replaceKey(db: Database, row: ApiKeyRow, overlapMs: number, now: number) {
  const secret = createKey();
  const oldExpiresAt = Math.min(row.expires_at ?? Number.POSITIVE_INFINITY, now + overlapMs);
  // A key with a lifetime of 90 days is replaced by one with 90 days.
  const life = row.expires_at === null ? null : row.expires_at - row.created_at;
  const next: ApiKeyRow = {
    ...row,
    ...identityOf(secret),
    created_at: now,
    expires_at: life === null ? null : now + life,
    last_used_at: null,
  };
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('api_keys').values(next).execute();
    await transaction
      .updateTable('api_keys')
      .set({ expires_at: oldExpiresAt, rolled_to: next.id })
      .where('id', '=', row.id)
      .execute();
  });
  return { secret, key: keyOf(next), oldExpiresAt };
}

/** The columns by which a key is found and recognized. */
function identityOf(secret: string): Pick<ApiKeyRow, 'id' | 'key_hash' | 'hint'> {
  return { id: randomBase62(12), key_hash: hashSecret(secret), hint: keyHint(secret) };
}

function newRow(
  { name, scope = 'compress', ...limits }: Pick<KeySettings, 'name'> & Partial<KeySettings>,
  now: number,
): Omit<ApiKeyRow, 'id' | 'key_hash' | 'hint' | 'created_by'> {
  return {
    name,
    scopes: scope,
    created_at: now,
    expires_at: limits.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
    limit_per_minute: limits.limitPerMinute ?? null,
    daily_documents: limits.dailyDocuments ?? null,
    daily_bytes: limits.dailyBytes ?? null,
    rolled_to: null,
    revoked_by: null,
  };
}

function columnsOf(wanted: Partial<KeySettings>): Partial<ApiKeyRow> {
  const { name, scope, expiresAt, limitPerMinute, dailyDocuments, dailyBytes } = wanted;
  return {
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scopes: scope }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(limitPerMinute === undefined ? {} : { limit_per_minute: limitPerMinute }),
    ...(dailyDocuments === undefined ? {} : { daily_documents: dailyDocuments }),
    ...(dailyBytes === undefined ? {} : { daily_bytes: dailyBytes }),
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
    dailyDocuments: row.daily_documents,
    dailyBytes: row.daily_bytes,
    rolledTo: row.rolled_to,
    revokedBy: row.revoked_by,
    createdBy: row.created_by,
  };
}
