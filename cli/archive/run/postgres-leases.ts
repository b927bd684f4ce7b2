import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withRetries } from '../../../library/node/with-retries.ts';
import { EXIT } from '../../../library/terminal/exit-code.ts';
import { systemCode } from '../../files/system-error.ts';
import type { Lease, Leases } from '../../leases/lease.ts';
import { ArchiveRefused, ArchiveStopped } from '../archive-error.ts';

export interface PostgresLeaseSettings {
  /** Distinguishes the leases of one run. */
  readonly run: string;
  /** A holder is dead that did not renew for this long, in milliseconds of the database's clock. */
  readonly deadMs: number;
  readonly signal: AbortSignal;
  /** Outages up to this long don't end the run. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 300_000;
/** One for leases, one that renews them, one for the transaction of a seal. */
const CONNECTIONS = 3;
const QUERY_MS = 10_000;
const END_MS = 2000;

const TABLE = 'pagelight_archive_leases';

/** The package `pg` stands beside the command in a checkout and in the image; the package of the command is without it. */
function loadPg(): typeof pg {
  try {
    return createRequire(import.meta.url)('pg');
  } catch {
    throw new ArchiveRefused('--leases needs the package pg beside this one: npm install pg', EXIT.IO_ERROR);
  }
}

/**
 * Leases as rows of a table, in the time of the database: the clocks of machines don't matter, and a token tells a holder
 * from its successor. A shard is sealed in a transaction that locks its row, so no process takes it over meanwhile.
 *
 * @throws ArchiveRefused without the package `pg`; ArchiveStopped if the database refuses or can't be reached
 */
export async function openPostgresLeases(url: string, settings: PostgresLeaseSettings): Promise<Leases> {
  const { Pool } = loadPg();
  const pool = new Pool({
    connectionString: url,
    application_name: 'pagelight archive',
    max: CONNECTIONS,
    connectionTimeoutMillis: QUERY_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
  // The next query gets a new connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const leases = new PostgresLeases(pool, settings);
  try {
    await leases.makeTable();
  } catch (error) {
    await leases.close();
    throw error;
  }
  return leases;
}

/** The row of a lease, unless another process took it over; the values are `Held.row`. */
const OWN_ROW = 'run = $1 and shard = $2 and token = $3';
/** The time of the database when a lease ends that is taken or renewed now; the value is in seconds. */
const END = 'clock_timestamp() + make_interval(secs => $4)';

interface Held {
  readonly row: readonly [run: string, shard: string, token: string];
  /** When it was renewed last, by `performance.now()`; before the database did so. */
  renewedAt: number;
  isLost: boolean;
  isSealing: boolean;
}

class PostgresLeases implements Leases {
  readonly #pool: pg.Pool;
  readonly #settings: PostgresLeaseSettings;
  readonly #held = new Set<Held>();
  readonly #timer: NodeJS.Timeout;

  constructor(pool: pg.Pool, settings: PostgresLeaseSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#timer = setInterval(() => void this.#renew(), settings.deadMs / 5).unref();
  }

  /** Looks first: making a table takes a right that a role may lack. */
  makeTable(): Promise<void> {
    return this.#patiently(async () => {
      if (await this.#hasTable()) return;
      try {
        await this.#pool.query(
          `create table if not exists ${TABLE} (run text not null, shard text not null, token text not null,
            holder text not null, expires_at timestamptz not null, primary key (run, shard))`,
        );
      } catch (error) {
        // Of processes that start together one makes it.
        if (!(await this.#hasTable())) throw error;
      }
    });
  }

  async take(name: string): Promise<Lease | undefined> {
    const { run, deadMs } = this.#settings;
    const held: Held = {
      row: [run, name, randomBytes(12).toString('hex')],
      renewedAt: 0,
      isLost: false,
      isSealing: false,
    };
    const values = [...held.row, deadMs / 1000, `${hostname()} ${process.pid}`];
    const isTaken = await this.#patiently(async () => {
      held.renewedAt = performance.now();
      const made = await this.#pool.query(
        `insert into ${TABLE} (run, shard, token, expires_at, holder)
          values ($1, $2, $3, ${END}, $5) on conflict do nothing`,
        values,
      );
      if (made.rowCount === 1) return true;
      // A holder that seals has locked the row. After a broken connection the row may be this process's.
      const taken = await this.#pool.query(
        `update ${TABLE} set token = $3, holder = $5, expires_at = ${END}
          where (run, shard) in (select run, shard from ${TABLE} where run = $1 and shard = $2
            and (expires_at < clock_timestamp() or token = $3) for update skip locked)`,
        values,
      );
      return taken.rowCount === 1;
    });
    if (!isTaken) return undefined;
    this.#held.add(held);
    return {
      isHeld: () => !held.isLost && performance.now() - held.renewedAt < deadMs,
      whileHeld: (work) => this.#whileHeld(held, work),
      release: () => this.#release(held),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(Array.from(this.#held, (held) => this.#release(held)));
    await Promise.race([this.#pool.end(), sleep(END_MS, undefined, { ref: false })]);
  }

  async #whileHeld(held: Held, work: () => Promise<void>): Promise<boolean> {
    const { deadMs } = this.#settings;
    held.isSealing = true;
    let worked: Promise<void> | undefined;
    const seal = async (client: pg.PoolClient) => {
      await client.query('begin');
      // PostgreSQL ends the transaction of a process that is frozen or gone, and so its lock.
      await client.query(`set local idle_in_transaction_session_timeout = ${Math.ceil(deadMs)}`);
      // Without a change, so that others don't wait for the row.
      const locked = await client.query(`select from ${TABLE} where ${OWN_ROW} for update`, [...held.row]);
      if (locked.rowCount === 1) {
        const alive = setInterval(() => client.query('select 1').catch(() => undefined), deadMs / 5);
        worked = work().finally(() => clearInterval(alive));
        await worked.catch(() => undefined);
      }
      await client.query('commit');
    };
    try {
      await this.#patiently(async () => {
        // A connection that breaks later takes nothing back: the seal is there, and successors find it.
        if (worked !== undefined) return;
        const client = await this.#pool.connect();
        // A closed connection ends its transaction, however it went.
        await seal(client).finally(() => client.release(true));
      });
    } finally {
      held.isSealing = false;
    }
    held.isLost = worked === undefined;
    await worked;
    return worked !== undefined;
  }

  async #release(held: Held): Promise<void> {
    this.#held.delete(held);
    // One that can't be released expires.
    await this.#pool.query(`delete from ${TABLE} where ${OWN_ROW}`, [...held.row]).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    for (const held of this.#held) {
      if (held.isSealing || held.isLost) continue;
      const now = performance.now();
      const values = [...held.row, this.#settings.deadMs / 1000];
      try {
        const renewed = await this.#pool.query(
          `update ${TABLE} set expires_at = ${END} where ${OWN_ROW}`,
          values,
        );
        if (renewed.rowCount === 1) held.renewedAt = now;
        else held.isLost = true;
      } catch {
        // Tried again soon. A lease that could not be renewed for too long isn't held.
      }
    }
  }

  async #hasTable(): Promise<boolean> {
    const { rows } = await this.#pool.query('select to_regclass($1) is not null as there', [TABLE]);
    return rows[0].there;
  }

  /** Repeats what an unreachable database did not do. @throws ArchiveStopped; the signal's reason */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const { signal, patienceMs = PATIENCE_MS } = this.#settings;
    try {
      return await withRetries({ patienceMs, signal }, isPassing, work);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfDatabase(error)) throw error;
      throw new ArchiveStopped(`the database of --leases: ${error.message || systemCode(error)}`);
    }
  }
}

/** SQLSTATE of connections, shutdown, start and too many clients, and of transactions that waited too long. */
const PASSING_STATES = /^(08...|57P0[1235]|53300|25P03|57014|55P03)$/;
/** Error codes of the system, when it connects or sends. */
const SYSTEM_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg's own errors have no code. */
const PASSING_MESSAGES =
  /connection (terminated|error)|connection timeout|timeout exceeded when trying to connect|not queryable|query read timeout/i;

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = systemCode(error);
  return (
    PASSING_STATES.test(code) ||
    SYSTEM_CODES.test(code) ||
    (code === '' && PASSING_MESSAGES.test(error.message))
  );
}

/** Errors of the work itself, such as a full disk, are thrown as they are. */
function isOfDatabase(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return isPassing(error) || (/^[0-9A-Z]{5}$/.test(systemCode(error)) && 'severity' in error);
}
