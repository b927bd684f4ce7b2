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

class Held {
  readonly token = randomBytes(12).toString('hex');
  /** When it was renewed last, by `performance.now()`; before the database did so. */
  renewedAt = performance.now();
  isLost = false;
  isSealing = false;
}

class PostgresLeases implements Leases {
  readonly #pool: pg.Pool;
  readonly #settings: PostgresLeaseSettings;
  readonly #held = new Map<string, Held>();
  readonly #holder = `${hostname()} ${process.pid}`;
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
    const { run } = this.#settings;
    const held = new Held();
    const values = [run, name, held.token, this.#holder, this.#seconds];
    const isTaken = await this.#patiently(async () => {
      held.renewedAt = performance.now();
      const made = await this.#pool.query(
        `insert into ${TABLE} (run, shard, token, holder, expires_at)
          values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) on conflict do nothing`,
        values,
      );
      if (made.rowCount === 1) return true;
      // A holder that seals has locked the row. After a broken connection the row may be this process's.
      const taken = await this.#pool.query(
        `update ${TABLE} set token = $3, holder = $4, expires_at = clock_timestamp() + make_interval(secs => $5)
          where (run, shard) in (select run, shard from ${TABLE} where run = $1 and shard = $2
            and (expires_at < clock_timestamp() or token = $3) for update skip locked)`,
        values,
      );
      return taken.rowCount === 1;
    });
    if (!isTaken) return undefined;
    this.#held.set(name, held);
    return {
      isHeld: () => this.#isHeld(held),
      whileHeld: (work) => this.#whileHeld(name, held, work),
      release: () => this.#release(name, held),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#held].map(([name, held]) => this.#release(name, held)));
    await Promise.race([this.#pool.end(), sleep(END_MS, undefined, { ref: false })]);
  }

  get #seconds(): number {
    return this.#settings.deadMs / 1000;
  }

  #isHeld({ isLost, renewedAt }: Held): boolean {
    return !isLost && performance.now() - renewedAt < this.#settings.deadMs;
  }

  async #whileHeld(name: string, held: Held, work: () => Promise<void>): Promise<boolean> {
    held.isSealing = true;
    let worked: Promise<void> | undefined;
    try {
      await this.#patiently(async () => {
        // A connection that breaks later takes nothing back: the seal is there, and successors find it.
        if (worked !== undefined) return;
        await this.#transaction(async (query) => {
          // PostgreSQL ends the transaction of a process that is frozen or gone, and so its lock.
          await query(`set local idle_in_transaction_session_timeout = ${Math.ceil(this.#settings.deadMs)}`);
          if (!(await this.#lock(query, name, held))) return;
          const alive = setInterval(
            () => query('select 1').catch(() => undefined),
            this.#settings.deadMs / 5,
          );
          worked = work().finally(() => clearInterval(alive));
          await worked.catch(() => undefined);
        });
      });
    } finally {
      held.isSealing = false;
    }
    held.isLost = worked === undefined;
    await worked;
    return worked !== undefined;
  }

  /** Locks the row of a lease that was not taken over, without a change, so that others don't wait for it. */
  async #lock(query: Query, name: string, { token }: Held): Promise<boolean> {
    const { rowCount } = await query(
      `select from ${TABLE} where run = $1 and shard = $2 and token = $3 for update`,
      [this.#settings.run, name, token],
    );
    return rowCount === 1;
  }

  async #release(name: string, held: Held): Promise<void> {
    if (this.#held.get(name) === held) this.#held.delete(name);
    // One that can't be released expires.
    await this.#pool
      .query(`delete from ${TABLE} where run = $1 and shard = $2 and token = $3`, [
        this.#settings.run,
        name,
        held.token,
      ])
      .catch(() => undefined);
  }

  async #renew(): Promise<void> {
    for (const [name, held] of this.#held) {
      if (held.isSealing || held.isLost) continue;
      const now = performance.now();
      try {
        const query = (text: string, values: readonly unknown[] = []) => this.#pool.query(text, [...values]);
        if (await this.#prolong(query, name, held)) held.renewedAt = now;
        else held.isLost = true;
      } catch {
        // Tried again soon. A lease that could not be renewed for too long isn't held.
      }
    }
  }

  async #prolong(query: Query, name: string, { token }: Held): Promise<boolean> {
    const { rowCount } = await query(
      `update ${TABLE} set expires_at = clock_timestamp() + make_interval(secs => $4)
        where run = $1 and shard = $2 and token = $3`,
      [this.#settings.run, name, token, this.#seconds],
    );
    return rowCount === 1;
  }

  async #hasTable(): Promise<boolean> {
    const { rows } = await this.#pool.query('select to_regclass($1) is not null as there', [TABLE]);
    return rows[0].there;
  }

  async #transaction(work: (query: Query) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      await work((text, values = []) => client.query(text, [...values]));
      await client.query('commit');
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A closed connection ends its transaction.
      client.release(broken);
    }
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

type Query = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

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
