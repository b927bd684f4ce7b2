import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from './environment.ts';

/** A file for the page: one on disk, or one created here. */
export type Given = string | MadeFile;

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Default: a PDF. Read where a file is dropped; from a path the browser tells it by the name. */
  readonly type?: string;
}

/**
 * Returns paths of the files, writing those that were created here. The browser reads paths itself, as for a user, while
 * bytes would pass through the test's connection to it: a second for each megabyte.
 */
export async function pathsOf(given: readonly Given[]): Promise<string[]> {
  return Promise.all(given.map((one) => (typeof one === 'string' ? one : written(one))));
}

/** Files of one name differ: each has a folder of its own. */
async function written({ name, bytes }: MadeFile): Promise<string> {
  const { filesDir } = await environment();
  await mkdir(filesDir, { recursive: true });
  const path = join(await mkdtemp(join(filesDir, 'given-')), name);
  await writeFile(path, bytes);
  return path;
}
