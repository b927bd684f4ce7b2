import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { parseFlags } from '../../library/terminal/flags.ts';
import type { Output } from '../../library/terminal/output.ts';
import { helped, wrongUsage } from '../../library/terminal/usage.ts';
import { calledAs } from '../called-as.ts';
import { openDatabase, type Storage } from '../db/database.ts';

function backupUsage(): string {
  return `Usage: ${calledAs('backup')} FILE

Copies accounts, keys and usage into a new file while the server runs. Documents of jobs are not in it.
From SQLite comes a SQLite file: to restore, stop the server, remove pagelight.sqlite-wal and pagelight.sqlite-shm
from DATA_DIR, which a crash leaves, and put the file there as pagelight.sqlite.
From PostgreSQL comes what pg_dump makes of it: to restore, stop all servers and workers, then
  pg_restore --clean --if-exists --no-owner --dbname "$DATABASE_URL" FILE
Keep JOBS_SECRET, or DATA_DIR/jobs.secret, beside it: it opens the secrets of webhooks.

FILE may be - for standard output: out of a container it goes with
  docker compose exec -T replica-a node dist/server/backup-cli.js - > pagelight.dump

Exit codes: 0 done, 1 the copy could not be made, 2 wrong usage.
`;
}

export async function backupCommand(
  args: readonly string[],
  deps: { readonly storage: () => Storage; readonly output: Output },
): Promise<ExitCode> {
  const { output } = deps;
  const { flags, positionals, faults } = parseFlags(args, { help: 'switch' });
  if (flags.has('help')) return helped(output, backupUsage());
  const [file, ...rest] = positionals;
  const allFaults = [...faults];
  if (file === undefined) allFaults.push('Say which file to make.');
  if (rest.length > 0) allFaults.push(`Only one file can be made; ${rest.join(', ')} is more than that.`);
  if (file === undefined || allFaults.length > 0) return wrongUsage(output, allFaults);
  if (file === '-') return toStandardOutput(deps.storage(), output);
  if (existsSync(file)) {
    output.err(`${file} is there already; choose another name.\n`);
    return EXIT.IO_ERROR;
  }

  // A partial copy never has the name of a complete one.
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await copy(deps.storage(), partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    output.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.IO_ERROR;
  }
  output.err(`${file} is made.\n`);
  return EXIT.OK;
}

/**
 * Writes to a private temporary file first: SQLite can only copy to a file, and an aborted copy must not look complete.
 */
async function toStandardOutput(storage: Storage, output: Output): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), 'pagelight-backup-'));
  const file = join(folder, 'backup');
  try {
    await copy(storage, file);
    await pipeline(createReadStream(file), process.stdout, { end: false });
    return EXIT.OK;
  } catch (error) {
    output.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.IO_ERROR;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copy(storage: Storage, file: string): Promise<void> {
  if (storage.databaseUrl !== undefined) {
    await makePrivate(file);
    return dumpPostgres(storage.databaseUrl, file);
  }
  const db = await openDatabase(storage);
  try {
    await makePrivate(file);
    await sql`vacuum into ${file}`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** The file will hold hashes of keys and passwords: other users must not read it, even while it is written. */
async function makePrivate(file: string): Promise<void> {
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
}

/** The password is passed in the environment: all users of a machine can see command-line arguments. */
function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return new Promise((resolve, reject) => {
    const dump = spawn('pg_dump', ['--format=custom', '--file', file, '--dbname', url.href], {
      env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    dump.stderr.on('data', (text) => {
      errors += text;
    });
    dump.on('error', () =>
      reject(new Error('pg_dump is not installed; it comes with the PostgreSQL client.')),
    );
    dump.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(errors.trim() || 'pg_dump failed.')),
    );
  });
}
