import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { osPath, pathFromBytes } from './files/os-path.ts';
import { PathIndex } from './files/path-index.ts';

export interface ReplaceHow {
  /** When it was last read and changed, in milliseconds since 1970; now, without. */
  readonly times?: { readonly atimeMs: number; readonly mtimeMs: number };
}

/** Parts of one machine are told from those of others that share the folder. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const PART = /^\.pagelight-([0-9a-f]{6})-(\d+)-[0-9a-f]{12}\.part$/;

/**
 * Writes a file whole or not at all: into a new file beside the target, then renamed onto it. So the target may be
 * the very file the bytes came from. Bytes may be in pieces, one behind the other. A link stays a link, and an existing file keeps its mode, and its owner where that may be.
 */
export async function writeFileAtomic(
  path: string,
  bytes: Uint8Array | readonly Uint8Array[],
  how: ReplaceHow = {},
): Promise<void> {
  const target = await realTarget(path);
  const old = await stat(osPath(target)).catch(() => undefined);
  const beside = join(
    dirname(target),
    `.pagelight-${MACHINE}-${process.pid}-${randomBytes(6).toString('hex')}.part`,
  );
  try {
    const file = await open(osPath(beside), 'wx', old === undefined ? undefined : old.mode & 0o777);
    try {
      // Each goes on where the one before it ended.
      for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) await file.writeFile(piece);
      if (old !== undefined) await file.chown(old.uid, old.gid).catch(() => {});
      // Seconds, with a fraction.
      if (how.times !== undefined) await file.utimes(how.times.atimeMs / 1000, how.times.mtimeMs / 1000);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(osPath(beside), osPath(target));
  } catch (error) {
    await rm(osPath(beside), { force: true });
    throw error;
  }
}

/** Where a path leads, with links followed; the path itself where nothing is there. */
async function realTarget(path: string): Promise<string> {
  try {
    // In bytes: a link may lead to a name that is not UTF-8.
    return pathFromBytes(await realpath(osPath(path), { encoding: 'buffer' }));
  } catch {
    return path;
  }
}

/** Takes away what a run that was ended in the middle of a write left in a folder. Other runs that go on are left alone. */
export async function removeStaleTempFiles(folder: string): Promise<void> {
  const names = await readdir(osPath(folder)).catch((): string[] => []);
  for (const name of names) {
    const [, machine, pid] = PART.exec(name) ?? [];
    if (machine === MACHINE && !isRunning(Number(pid))) await rm(osPath(join(folder, name)), { force: true });
  }
}

/** Does so once for each folder: to list one with a hundred thousand names for every result would take longer than all else. */
export function staleFileCleaner(): (folder: string) => Promise<void> {
  const cleaned = new PathIndex();
  return async (folder) => {
    if (cleaned.get(folder) !== undefined) return;
    cleaned.set(folder, 1);
    await removeStaleTempFiles(folder);
  };
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's program, which we may not ask, runs too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
