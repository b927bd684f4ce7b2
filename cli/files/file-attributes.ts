import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { attributeCopier } from './attribute-copier.ts';

/** What of a file could not be given to the one that took its place. */
export type LostAttribute = 'owner' | 'group' | 'extended';

/** A file that is open and still empty. */
export interface NewFile {
  readonly handle: FileHandle;
  readonly path: string;
}

/** A file whose attributes another one gets. */
export interface AttributeSource {
  readonly path: string;
  readonly stats: Stats;
}

const SET_ID = 0o6000;
const GROUP = 0o070;

/** Gives a new file all that another one has: owner, group, mode, access list and extended attributes. */
export async function copyAttributes(
  file: NewFile,
  { path, stats }: AttributeSource,
): Promise<readonly LostAttribute[]> {
  const lost = await giveTo(file.handle, stats);
  if ((await attributeCopier.canCopy()) && !(await attributeCopier.copy(path, file.path)))
    lost.push('extended');
  // In another group's hands its rights are those of all others.
  const mode = lost.includes('group') ? withoutGroup(stats.mode) : stats.mode & 0o7777;
  await file.handle.chmod(lost.includes('owner') ? mode & ~0o4000 : mode);
  return lost;
}

/** Lets nobody read a new file who may not read the original: it has the same owner and group, or its owner's rights alone. */
export async function keepPrivate(file: NewFile, { path, stats }: AttributeSource): Promise<void> {
  const { mode } = await file.handle.stat();
  const isForAll = (stats.mode & 0o044) === 0o044;
  if (isForAll) return;
  const lost = await giveTo(file.handle, stats);
  // The group's bits may be the most that an access list gives, so the list comes along.
  const isForSome = (stats.mode & GROUP) !== 0 && !lost.includes('group');
  if (isForSome && (await attributeCopier.canCopy())) await attributeCopier.copy(path, file.path);
  const allowed = lost.includes('group') ? withoutGroup(stats.mode) : stats.mode;
  await file.handle.chmod(mode & 0o7777 & (0o7700 | allowed));
}

/** The permissions with which a copy is opened, before the umask: no wider than the original's, always its owner's to write. */
export function copyMode(original: Stats): number {
  return 0o600 | (original.mode & 0o066);
}

/** A write takes set-id bits away, so they are set once more after it. */
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
