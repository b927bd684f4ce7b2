import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { attributeCopier } from './attribute-copier.ts';

/** An attribute that could not be copied to the new file. */
export type LostAttribute = 'owner' | 'group' | 'extended';

/** A new file, open and still empty. */
export interface NewFile {
  readonly handle: FileHandle;
  readonly path: string;
}

/** A file whose attributes are copied. */
export interface AttributeSource {
  readonly path: string;
  readonly stats: Stats;
}

const SET_ID = 0o6000;
const GROUP = 0o070;

/** Copies owner, group, mode, access list and extended attributes to a new file. */
export async function copyAttributes(
  file: NewFile,
  { path, stats }: AttributeSource,
): Promise<readonly LostAttribute[]> {
  const lost = await giveTo(file.handle, stats);
  if ((await attributeCopier.canCopy()) && !(await attributeCopier.copy(path, file.path)))
    lost.push('extended');
  // If the group could not be copied, the new group gets the rights of all others.
  const mode = lost.includes('group') ? withoutGroup(stats.mode) : stats.mode & 0o7777;
  await file.handle.chmod(lost.includes('owner') ? mode & ~0o4000 : mode);
  return lost;
}

/**
 * Ensures that a new file is readable only by users that may read the original: copies owner and group, or restricts it
 * to its owner.
 */
export async function keepPrivate(file: NewFile, { path, stats }: AttributeSource): Promise<void> {
  const { mode } = await file.handle.stat();
  const isForAll = (stats.mode & 0o044) === 0o044;
  if (isForAll) return;
  const lost = await giveTo(file.handle, stats);
  // With an access list the group bits are its mask, so the list is copied too.
  const isForSome = (stats.mode & GROUP) !== 0 && !lost.includes('group');
  if (isForSome && (await attributeCopier.canCopy())) await attributeCopier.copy(path, file.path);
  const allowed = lost.includes('group') ? withoutGroup(stats.mode) : stats.mode;
  await file.handle.chmod(mode & 0o7777 & (0o7700 | allowed));
}

/** The mode for creating a copy, before the umask: not wider than the original's, always writable by its owner. */
export function copyMode(original: Stats): number {
  return 0o600 | (original.mode & 0o066);
}

/** Writing clears the set-id bits, so they are set again afterwards. */
export async function restoreSetId(handle: FileHandle, mode: number): Promise<void> {
  if ((mode & SET_ID) !== 0) await handle.chmod(mode & 0o7777);
}

async function giveTo(handle: FileHandle, { uid, gid }: Stats): Promise<LostAttribute[]> {
  const now = await handle.stat();
  if (now.uid === uid && now.gid === gid) return [];
  if (await isDone(handle.chown(uid, gid))) return [];
  const lost: LostAttribute[] = now.uid === uid ? [] : ['owner'];
  if (now.gid !== gid && !(await isDone(handle.chown(now.uid, gid)))) lost.push('group');
  return lost;
}

function withoutGroup(mode: number): number {
  const asOthers = (mode & 0o007) << 3;
  return mode & 0o7777 & ~0o2000 & (~GROUP | asOthers);
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
