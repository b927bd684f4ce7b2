import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Of one replica. PostgreSQL's own default lets 100 in: enough for eight replicas and a person. */
const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** Of an end that PostgreSQL does not confirm. */
const END_MS = 2000;

/** How long one query may take. */
export interface QueryTimeouts {
  /** Then PostgreSQL ends it, and the connection goes on. */
  readonly serverMs: number;
  /** Then nobody waits for PostgreSQL any longer, and the connection is cut: it is frozen, or the way to it broken. */
  readonly clientMs: number;
}

/** A query of a request takes milliseconds; one that waits longer waits for something that does not come. */
export const REQUEST_TIMEOUTS: QueryTimeouts = { serverMs: 4000, clientMs: 5000 };
/** A migration may rewrite a table, or wait for another replica that does. */
export const MIGRATION_TIMEOUTS: QueryTimeouts = { serverMs: 600_000, clientMs: 610_000 };

/** Server and database may be started together: the one waits this long for the other. */
const STARTUP_TIMEOUT_MS = 30_000;
const START_RETRY_MS = 500;

/** `int8`, which JavaScript reads as text unless told: times and counts here are far below 2^53. */
const INT8 = 20;

/**
 * A PostgreSQL that answers. Its connections are replaced as they break, so a restart of it needs none of ours.
 *
 * @throws ConfigError when the address is wrong, or nothing there answers for half a minute.
 */
export async function postgresAt(databaseUrl: string, timeouts: QueryTimeouts): Promise<Dialect> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'pagelight',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: timeouts.serverMs,
    query_timeout: timeouts.clientMs,
    keepAlive: true,
    types: {
      // biome-ignore lint/suspicious/noExplicitAny: the signature that pg asks for
      getTypeParser: (oid: number, format?: any) =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks: the pool drops it, and the next query gets a new one.
  pool.on('error', () => undefined);
  // One in use that breaks tells its query too, and without a listener here would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await waitUntilReady(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PostgresDialect({ pool: withKindErrors(pool) });
}

async function waitUntilReady(pool: pg.Pool): Promise<void> {
  const until = performance.now() + STARTUP_TIMEOUT_MS;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isConnectionError(error)) throw new ConfigError([`DATABASE_URL: the database refuses: ${reason}`]);
      if (performance.now() > until) throw new ConfigError([`DATABASE_URL: no database answers: ${reason}`]);
      await delay(START_RETRY_MS);
    }
  }
}

/** What breaks on the way to the database is told from what a query did wrong. */
function withKindErrors(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw isConnectionError(error) ? new DatabaseUnavailable({ cause: error }) : error;
      });
      let broken: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        // A rollback above all: PostgreSQL has rolled back what it lost the connection of.
        if (broken !== undefined) throw new DatabaseUnavailable({ cause: broken });
        try {
          return await client.query(text, [...values]);
        } catch (error) {
          if (isConnectionError(error)) broken = error;
          throw isUnavailableError(error) ? new DatabaseUnavailable({ cause: error }) : error;
        }
      };
      return {
        // Kysely's second form of `query` takes a cursor, and it uses that only where one is configured.
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(broken),
      };
    },
    // Goodbyes are waited for, but not those of a PostgreSQL that is frozen.
    end: () => Promise.race([pool.end(), delay(END_MS, undefined, { ref: false })]),
  };
}

/** Of the system, and of PostgreSQL (appendix A): connection exceptions, shut down, starting up, too many clients. */
const CONNECTION_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1235]|53300)$/;
/** What pg itself says has no code. */
const CONNECTION_MESSAGES =
  /connection (terminated|error)|connection timeout|timeout exceeded when trying to connect|not queryable|query read timeout/i;

function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined ? CONNECTION_MESSAGES.test(error.message) : CONNECTION_CODES.test(code);
}

/** What leaves the connection whole: full, read-only, locked or out of time, or its disk fails. */
const TRANSIENT_CODES = /^(53...|25006|55P03|57014|40001|40P01|58030)$/;

function isUnavailableError(error: unknown): boolean {
  if (isConnectionError(error)) return true;
  return error instanceof Error && TRANSIENT_CODES.test(codeOf(error) ?? '');
}

function codeOf(error: Error): string | undefined {
  return 'code' in error ? String(error.code) : undefined;
}
