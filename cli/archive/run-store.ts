import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Bucket } from '../../library/node/s3/bucket.ts';
import { FileError } from '../files/file-error.ts';
import { osPath } from '../files/os-path.ts';
import { orAbsent } from '../files/system-error.ts';
import { removeStaleTempFiles, writeFileAtomic } from '../write-file-atomic.ts';
import { ArchiveStopped, onObject } from './archive-error.ts';
import { bucketAddress, type Places } from './places/open-places.ts';

/** The files of a run, in a folder or bucket. Failures end the command. */
export interface RunStore {
  readonly address: string;
  /** Undefined in a bucket, which has neither leases nor files to append to. */
  readonly folder: string | undefined;
  read(name: string): Promise<Buffer | undefined>;
  /** Writes all of a file or nothing. In a folder, a file in pieces may be larger than memory. */
  write(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Names in a folder of the run; empty without it. */
  names(folder: string): Promise<readonly string[]>;
  /** Removes a file. Idempotent. */
  remove(name: string): Promise<void>;
  /** Removes a folder with its files. Idempotent. */
  removeFolder(folder: string): Promise<void>;
}

/** @throws ArchiveRefused */
export function openRunStore(address: string, places: Places): RunStore {
  const found = bucketAddress(address);
  return found === undefined
    ? folderStore(address)
    : bucketStore(places.bucket(found.bucket), found.bucket, found.prefix);
}

/** Reads a file of JSON that a command wrote. */
export async function readJson<T>(store: RunStore, name: string): Promise<T | undefined> {
  const bytes = await store.read(name);
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as T);
}

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function folderStore(address: string): RunStore {
  const folder = resolve(address);
  const pathOf = (name: string) => osPath(join(folder, name));
  const made = new Set<string>();
  const makeFolder = async (name: string) => {
    const parent = dirname(join(folder, name));
    if (made.has(parent)) return;
    await mkdir(osPath(parent), { recursive: true });
    await removeStaleTempFiles(parent);
    made.add(parent);
  };
  const ofRun = <T>(code: 'cannot_read' | 'cannot_write', work: () => Promise<T>) =>
    inRun(folder, code, work);
  return {
    address: folder,
    folder,
    read: (name) => ofRun('cannot_read', () => orAbsent(readFile(pathOf(name)))),
    write: (name, bytes) =>
      ofRun('cannot_write', async () => {
        await makeFolder(name);
        await writeFileAtomic(join(folder, name), bytes);
      }),
    names: (name) => ofRun('cannot_read', async () => (await orAbsent(readdir(pathOf(name)))) ?? []),
    remove: (name) => ofRun('cannot_write', () => rm(pathOf(name), { force: true })),
    removeFolder: (name) => ofRun('cannot_write', () => rm(pathOf(name), { force: true, recursive: true })),
  };
}

function bucketStore(bucket: Bucket, name: string, prefix: string): RunStore {
  const address = `s3://${name}/${prefix}`;
  const ofRun = <T>(code: 'cannot_read' | 'cannot_write', work: () => Promise<T>) =>
    inRun(address, code, work);
  const names = (folder: string) =>
    ofRun('cannot_read', async () => {
      const all: string[] = [];
      const start = `${prefix}${folder}/`;
      for await (const { key } of bucket.list(start)) all.push(key.slice(start.length));
      return all;
    });
  const remove = (file: string) => ofRun('cannot_write', () => bucket.remove(`${prefix}${file}`));
  return {
    address,
    folder: undefined,
    read: (file) =>
      ofRun('cannot_read', async () => {
        const found = await bucket.get(`${prefix}${file}`);
        return found === undefined ? undefined : Buffer.from(found.bytes.buffer);
      }),
    write: (file, bytes) =>
      ofRun('cannot_write', async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) pieces.push(piece);
        await bucket.put(`${prefix}${file}`, pieces, { mediaType: 'application/json' });
      }),
    names,
    remove,
    async removeFolder(folder) {
      for (const file of await names(folder)) await remove(`${folder}/${file}`);
    },
  };
}

/** Whatever fails here concerns the whole run. */
async function inRun<T>(
  address: string,
  code: 'cannot_read' | 'cannot_write',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await onObject(code, work);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ArchiveStopped(`the run in ${address}: ${error.message}`);
  }
}
