import { accessSync, constants } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps files here in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * An empty folder for a small database, in memory if possible: a database waits for the disk at every commit, which
 * dominates a test that starts with an empty one. sqlite.test.ts covers the disk.
 */
export function inMemoryFolder(): Promise<string> {
  return mkdtemp(join(isWritable(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'pagelight-test-'));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
