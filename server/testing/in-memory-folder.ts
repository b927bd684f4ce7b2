import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../db/database.ts';

/** Linux keeps files here in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * An empty folder for a small database, in memory if possible: a database waits for the disk at every commit, which
 * dominates a test that starts with an empty one. sqlite.test.ts covers the disk.
 */
export function inMemoryFolder(): Promise<string> {
  return mkdtemp(join(isWritable(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'pagelight-test-'));
}

const DATABASE = 'pagelight.sqlite';
let empty: Promise<Uint8Array> | undefined;

/** A folder with an empty database that has all migrations: they are run once, and its file is copied. */
export async function migratedFolder(): Promise<string> {
  empty ??= emptyDatabase();
  const folder = await inMemoryFolder();
  await writeFile(join(folder, DATABASE), await empty);
  return folder;
}

async function emptyDatabase(): Promise<Uint8Array> {
  const folder = await inMemoryFolder();
  const db = await openDatabase({ dataDir: folder });
  // Closing leaves the tables in the log beside the file.
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
  const file = await readFile(join(folder, DATABASE));
  await rm(folder, { recursive: true });
  return file;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
