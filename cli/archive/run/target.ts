import { resolve } from 'node:path';
import { ArchiveRefused } from '../archive-error.ts';
import type { ArchivePlan, ArchiveTarget } from '../archive-files.ts';
import { areNested, bucketAddress } from '../places/open-places.ts';
import { jsonBytes, type RunStore, readJson } from '../run-store.ts';
import type { RunUsage } from '../usage.ts';

const TARGET_FILE = 'target.json';

/**
 * Chooses where results go: the first process of a run decides, and all others must agree. Without `to` and
 * `isReplacing` it is as before.
 *
 * @throws ArchiveRefused
 */
export async function chooseTarget(
  store: RunStore,
  plan: ArchivePlan,
  { to, isReplacing, backup, onlySmaller }: Pick<RunUsage, 'to' | 'isReplacing' | 'backup' | 'onlySmaller'>,
): Promise<ArchiveTarget> {
  const before = await readJson<ArchiveTarget>(store, TARGET_FILE);
  if (to === undefined && !isReplacing) {
    if (before !== undefined) return apart(before, plan);
    throw new ArchiveRefused('Say where the results go: --to FOLDER, --to s3://BUCKET/FOLDER or --replace.');
  }
  const wanted: ArchiveTarget = {
    to: isReplacing ? plan.from : addressOf(to!),
    replace: isReplacing,
    backup: backup === undefined ? null : addressOf(backup),
    onlySmaller,
  };
  apart(wanted, plan);
  if (before === undefined) {
    await store.write(TARGET_FILE, jsonBytes(wanted));
    return wanted;
  }
  if (JSON.stringify(before) === JSON.stringify(wanted)) return before;
  throw new ArchiveRefused(
    `This run has begun with ${targetText(before)}. Continue with that, or make another plan.`,
  );
}

/** @throws ArchiveRefused if results or backups would lie among the originals */
function apart(target: ArchiveTarget, { from }: ArchivePlan): ArchiveTarget {
  for (const place of [target.replace ? null : target.to, target.backup])
    if (place !== null && areNested(place, from))
      throw new ArchiveRefused(
        `${place} and the archive ${from} contain each other. Use --replace, or another place.`,
      );
  return target;
}

function addressOf(place: string): string {
  const found = bucketAddress(place);
  return found === undefined ? resolve(place) : `s3://${found.bucket}/${found.prefix}`;
}

function targetText({ to, replace, backup, onlySmaller }: ArchiveTarget): string {
  const flags = [replace ? '--replace' : `--to ${to}`];
  if (backup !== null) flags.push(`--backup ${backup}`);
  if (onlySmaller) flags.push('--only-smaller');
  return flags.join(' ');
}
