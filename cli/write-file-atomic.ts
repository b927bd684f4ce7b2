import { createHash, randomBytes } from 'node:crypto';
import { fsync, futimes, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AttributeSource,
  copyAttributes,
  copyMode,
  keepPrivate,
  type LostAttribute,
  restoreSetId,
} from './files/file-attributes.ts';
import { osPath, pathFromBytes } from './files/os-path.ts';
import { PathIndex } from './files/path-index.ts';
import { isSameFile } from './files/same-file.ts';
import { systemCode } from './files/system-error.ts';
import { isRunning } from './leases/process-id.ts';

export interface WriteHow {
  /** If false, an existing file stays and the error is EEXIST. Default true. An empty file may always be replaced. */
  readonly mayReplace?: boolean;
  /** The file gets all attributes of this one; by default of the file that it replaces. */
  readonly like?: AttributeSource;
  /** The source file: only users that may read it may read the new file. It is never replaced by the new file. */
  readonly original?: AttributeSource;
  /** Access and modification time, in milliseconds since 1970; default now. */
  readonly times?: { readonly atimeMs: number; readonly mtimeMs: number };
  /**
   * Called with the new file's stats once all of it is on the disk and before anything is replaced. A throw cancels the
   * replacement.
   */
  readonly beforeCommit?: (written: Stats) => unknown;
}

const futimesOf = promisify(futimes);
const fsyncOf = promisify(fsync);

/** Distinguishes this machine's partial files from those of others that share the folder. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const PART = /^\.pagelight-([0-9a-f]{6})-(\d+)-[0-9a-f]{12}\.part$/;

/**
 * Writes a file completely or not at all: into a new file beside the target, which is then renamed onto it. So the
 * target may be the file that the bytes came from. The bytes may be in pieces. A link stays a link, and an existing
 * file keeps its attributes.
 *
 * @returns the attributes that could not be kept
 */
export async function writeFileAtomic(
  path: string,
  bytes: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  how: WriteHow = {},
): Promise<readonly LostAttribute[]> {
  const target = how.mayReplace === false ? path : await realTarget(path);
  const source = how.like ?? (await sourceAt(target));
  const beside = join(
    dirname(target),
    `.pagelight-${MACHINE}-${process.pid}-${randomBytes(6).toString('hex')}.part`,
  );
  const openedMode =
    source !== undefined ? 0o600 : how.original === undefined ? 0o666 : copyMode(how.original.stats);
  try {
    const handle = await open(osPath(beside), 'wx', openedMode);
    let lost: readonly LostAttribute[] = [];
    try {
      const file = { handle, path: beside };
      // Before anything is written: the file is never readable by more users than it will be.
      if (source !== undefined) lost = await copyAttributes(file, source);
      if (how.original !== undefined) await keepPrivate(file, how.original);
      const { mode } = await handle.stat();
      // Each write continues at the end of the one before.
      for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) await handle.writeFile(piece);
      await restoreSetId(handle, mode);
      await finish(handle, target, how);
    } finally {
      await handle.close();
    }
    if (how.mayReplace === false) await renameToNew(osPath(beside), osPath(target));
    else await rename(osPath(beside), osPath(target));
    return lost;
  } catch (error) {
    await rm(osPath(beside), { force: true });
    throw error;
  }
}

async function finish(
  handle: FileHandle,
  target: string,
  { original, times, beforeCommit }: WriteHow,
): Promise<void> {
  // By descriptor: handles of Yarn's Plug'n'Play have no utimes and no sync. In seconds, with a fraction.
  if (times !== undefined) await futimesOf(handle.fd, times.atimeMs / 1000, times.mtimeMs / 1000);
  await fsyncOf(handle.fd);
  await beforeCommit?.(await handle.stat());
  if (original !== undefined && isSameFile(target, original.path)) throw new SameFileError();
}

/** The new file would replace the file that it was made of. */
export class SameFileError extends Error {
  constructor() {
    super('it is the original itself, by another path');
  }
}

async function sourceAt(path: string): Promise<AttributeSource | undefined> {
  const stats = await stat(osPath(path)).catch(() => undefined);
  return stats === undefined ? undefined : { path, stats };
}

type OsPath = ReturnType<typeof osPath>;

/** Like rename, but replaces only an empty file. @throws EEXIST */
async function renameToNew(from: OsPath, to: OsPath): Promise<void> {
  const there = await lstat(to).catch(() => undefined);
  if (there?.isFile() === true && there.size === 0) return rename(from, to);
  try {
    await link(from, to);
    await rm(from, { force: true });
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    // Reserves the name with an empty file, which later writers find.
    await (await open(to, 'wx')).close();
    await rename(from, to);
  }
}

/** FAT, exFAT and some network shares have no hard links. */
function hasNoLinks(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemCode(error));
}

/** Resolves the links of a path; returns the path itself if nothing exists there. */
export async function realTarget(path: string): Promise<string> {
  try {
    // In bytes: a link may lead to a name that is not UTF-8.
    return pathFromBytes(await realpath(osPath(path), { encoding: 'buffer' }));
  } catch {
    return path;
  }
}

/** Removes partial files that an interrupted run left in a folder. Files of live runs stay. */
export async function removeStaleTempFiles(folder: string): Promise<void> {
  const names = await readdir(osPath(folder)).catch((): string[] => []);
  for (const name of names) {
    const [, machine, pid] = PART.exec(name) ?? [];
    if (machine === MACHINE && !isRunning(Number(pid))) await rm(osPath(join(folder, name)), { force: true });
  }
}

/** Does so once per folder: listing a folder of a hundred thousand names for every result would dominate the run. */
export function staleFileCleaner(): (folder: string) => Promise<void> {
  const cleaned = new PathIndex();
  return async (folder) => {
    if (cleaned.get(folder) !== undefined) return;
    cleaned.set(folder, 1);
    await removeStaleTempFiles(folder);
  };
}
