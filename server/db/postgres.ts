import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../settings/config-error.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Connections of one replica. PostgreSQL's default of 100 serves eight replicas and an administrator. */
const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** Maximum wait for connections to close. */
const END_MS = 2000;

/** Maximum time of one query. */
export interface QueryTimeouts {
  /** PostgreSQL cancels the query then, and the connection stays. */
  readonly serverMs: number;
  /** The client stops waiting then and closes the connection: PostgreSQL is frozen, or the network broken. */
  readonly clientMs: number;
}

/** A request's query takes milliseconds; a longer one is stuck. */
export const REQUEST_TIMEOUTS: QueryTimeouts = { serverMs: 4000, clientMs: 5000 };
/** A migration may rewrite a table, or wait for another replica's migration. */
export const MIGRATION_TIMEOUTS: QueryTimeouts = { serverMs: 600_000, clientMs: 610_000 };

/** Server and database may start together: the server waits this long. */
const STARTUP_TIMEOUT_MS = 30_000;
const START_RETRY_MS = 500;

/** OID of `int8`, which pg returns as text by default. Times and counts here are far below 2^53. */
const INT8 = 20;

/**
 * Connects to PostgreSQL. Broken connections are replaced, so the server survives a restart of PostgreSQL.
 *
 * @throws ConfigError if the URL is wrong, or nothing responds for half a minute
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
  // A broken idle connection: the pool drops it, and the next query gets a new one.
  pool.on('error', () => undefined);
  // A broken connection in use also fails its query. Without a listener here it would end the process.
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

/** Separates connection errors from errors of a query. */
function withKindErrors(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw isConnectionError(error) ? new DatabaseUnavailable({ cause: error }) : error;
      });
      let broken: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        // Above all a rollback: PostgreSQL has already rolled back a transaction whose connection it lost.
        if (broken !== undefined) throw new DatabaseUnavailable({ cause: broken });
        try {
          return await client.query(text, [...values]);
        } catch (error) {
          if (isConnectionError(error)) broken = error;
          throw isUnavailableError(error) ? new DatabaseUnavailable({ cause: error }) : error;
        }
      };
      return {
        // Kysely's second form of `query` takes a cursor, and is used only if one is configured.
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(broken),
      };
    },
    // Waits for connections to close, except with a frozen PostgreSQL.
    end: () => Promise.race([pool.end(), delay(END_MS, undefined, { ref: false })]),
  };
}

/** System errors, and PostgreSQL's (appendix A): connection exceptions, shutdown, startup, too many clients. */
const CONNECTION_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1235]|53300)$/;
/** pg's own errors have no code. */
const CONNECTION_MESSAGES =
  /connection (terminated|error)|connection timeout|timeout exceeded when trying to connect|not queryable|query read timeout/i;

function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined ? CONNECTION_MESSAGES.test(error.message) : CONNECTION_CODES.test(code);
}

/** Errors that leave the connection intact: disk full or failing, read-only, locked or timed out. */
const TRANSIENT_CODES = /^(53...|25006|55P03|57014|40001|40P01|58030)$/;

function isUnavailableError(error: unknown): boolean {
  if (isConnectionError(error)) return true;
  return error instanceof Error && TRANSIENT_CODES.test(codeOf(error) ?? '');
}

function codeOf(error: Error): string | undefined {
  return 'code' in error ? String(error.code) : undefined;
}
