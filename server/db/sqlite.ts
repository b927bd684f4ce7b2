import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteDialect,
} from 'kysely';
import type Libsql from 'libsql';
import { calledAs } from '../called-as.ts';
import { ConfigError } from '../settings/config-error.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a write waits for another process, such as the command `keys`. */
const BUSY_TIMEOUT_MS = 1000;
const LOCK_RETRY_MS = 20;

/**
 * Opens or creates the database file in `dataDir`. The native add-on is loaded only here: PostgreSQL needs none.
 *
 * @throws ConfigError if the folder cannot be used, or the file is damaged
 */
export async function sqliteIn(dataDir: string): Promise<Dialect> {
  const file = openFile(dataDir, (await import('libsql')).default);
  return new SqliteDialect({
    database: file,
    onCreateConnection: async (connection) => withKindErrors(connection, file),
  });
}

function openFile(dataDir: string, Sqlite: typeof Libsql): Libsql.Database {
  const path = join(dataDir, 'pagelight.sqlite');
  let file: Libsql.Database | undefined;
  try {
    // Only this user may list the folder: it holds hashes of keys and passwords.
    makeFolder(dataDir);
    file = new Sqlite(path);
    chmodSync(path, 0o600);
    prepare(file, path);
    return file;
  } catch (error) {
    file?.close();
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (DAMAGE_CODES.test(codeOf(error))) throw damaged(path, reason);
    throw new ConfigError([`DATA_DIR is "${dataDir}", where no database can be kept: ${reason}`]);
  }
}

/**
 * Creates missing folders one by one: Node's own recursion does not end if a folder cannot be created, as below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it first.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function prepare(file: Libsql.Database, path: string): void {
  // No requests are served yet, so this may block the event loop.
  file.pragma('busy_timeout = 5000');
  // Readers do not wait for the writer, and every commit is on disk before it is confirmed.
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  const [found] = file.pragma('quick_check(1)') as readonly { readonly quick_check: string }[];
  if (found?.quick_check !== 'ok') throw damaged(path, found?.quick_check ?? 'it cannot be checked');
  // From here on requests are served: waiting is done outside SQLite, which would block the event loop.
  file.pragma('busy_timeout = 0');
}

function damaged(path: string, reason: string): ConfigError {
  const what = reason.replace(/\s+/g, ' ');
  return new ConfigError([
    `${path} is damaged (${what}). Put a backup in its place: ${calledAs('backup')} --help`,
  ]);
}

/**
 * Waits for a lock without blocking the event loop, and separates disk and lock errors from errors of a query. Every
 * write takes the lock first: libsql leaves a statement that could not get it half executed, and that statement would
 * keep the lock once it is free.
 */
function withKindErrors(connection: DatabaseConnection, file: Libsql.Database): void {
  const execute = connection.executeQuery.bind(connection);
  let isKnownLocked = false;

  /** While a lock is known to be stuck, no query waits for it: all queries share this connection. */
  const begin = async () => {
    const until = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        file.exec('begin immediate');
        isKnownLocked = false;
        return;
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY') throw error;
        isKnownLocked ||= performance.now() > until;
        if (isKnownLocked) throw error;
        await delay(LOCK_RETRY_MS);
      }
    }
  };

  const run = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    if (query.sql === 'begin') {
      await begin();
      return { rows: [] };
    }
    // On a full disk SQLite rolls back by itself, so there is no transaction left.
    if (query.sql === 'rollback' && !file.inTransaction) return { rows: [] };
    if (!isWrite(query) || file.inTransaction) return execute<R>(query);

    await begin();
    try {
      const result = await execute<R>(query);
      file.exec('commit');
      return result;
    } catch (error) {
      if (file.inTransaction) file.exec('rollback');
      throw error;
    }
  };

  connection.executeQuery = async <R>(query: CompiledQuery) => {
    try {
      return await run<R>(query);
    } catch (error) {
      throw UNAVAILABLE_CODES.test(codeOf(error)) ? new DatabaseUnavailable({ cause: error }) : error;
    }
  };
}

/** Judges Kysely's query nodes; raw SQL here is only `begin`, `pragma` and the like. */
function isWrite({ query }: CompiledQuery): boolean {
  return query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode';
}

/** https://sqlite.org/rescode.html */
const DAMAGE_CODES = /^SQLITE_(CORRUPT|NOTADB)/;
const UNAVAILABLE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
