import { accessSync, constants } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * An empty folder for a small database, in memory where there is such a place: a database waits for the disk at every
 * commit, which is most of the time of a test that begins with an empty one. What a disk has to do with it is asked in
 * sqlite.test.ts.
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
