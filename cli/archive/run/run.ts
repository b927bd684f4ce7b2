import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Of } from '../../files/sha256.ts';
import { FileLeases } from '../../leases/file-leases.ts';
import { type Leases, NO_LEASES } from '../../leases/lease.ts';
import { ArchiveRefused } from '../archive-error.ts';
import { type ArchivePlan, type ArchiveReport, shardFile } from '../archive-files.ts';
import type { RunUsage } from '../usage.ts';
import { finish } from './finish.ts';
import { openPostgresLeases } from './postgres-leases.ts';
import { runShard, type ShardSettings } from './shard-run.ts';
import { unsealFailed } from './unseal.ts';

export interface RunSettings
  extends Omit<ShardSettings, 'lease'>,
    Pick<RunUsage, 'part' | 'retriesFailed' | 'leasesAt' | 'deadMs'> {
  readonly plan: ArchivePlan;
}

/** Interval between two looks at shards that other processes hold. */
const LOOK_MS = 500;

/**
 * Works on shards until all are sealed, or with `part` until those of this process are.
 *
 * @returns the report of the whole run; undefined while other processes still have shards to seal
 * @throws ArchiveRefused; ArchiveStopped; the signal's reason
 */
export async function runArchive(settings: RunSettings): Promise<ArchiveReport | undefined> {
  const { store, plan, part, signal } = settings;
  const leases = await openLeases(settings);
  const left = new Set<number>();
  for (let shard = 0; shard < plan.shards; shard++)
    if (part === undefined || shard % part.count === part.index - 1) left.add(shard);
  try {
    if (settings.retriesFailed) for (const shard of left) await reopen(shard, leases, store);
    while (left.size > 0) {
      let hasWorked = false;
      for (const shard of orderOf(left)) {
        signal.throwIfAborted();
        const isSealed = await workOn(shard, leases, settings);
        if (isSealed === undefined) continue;
        hasWorked = true;
        if (isSealed) left.delete(shard);
      }
      // Others hold the rest. A process that dies loses its shards.
      if (!hasWorked && left.size > 0) await sleep(LOOK_MS, undefined, { signal });
    }
  } finally {
    await leases.close();
  }
  return finish(settings);
}

/** @throws ArchiveRefused; ArchiveStopped */
async function openLeases({ store, plan, part, leasesAt, deadMs, signal }: RunSettings): Promise<Leases> {
  if (part !== undefined) return NO_LEASES;
  if (leasesAt !== undefined) {
    const run = sha256Of(JSON.stringify(plan));
    return openPostgresLeases(leasesAt, { run, deadMs, signal });
  }
  if (store.folder !== undefined) return new FileLeases(join(store.folder, 'leases'), { deadMs });
  throw new ArchiveRefused(
    'A run in a bucket needs --leases postgres://…, or a part for each process: --shard I/N, and 1/1 for the only one.',
  );
}

async function reopen(shard: number, leases: Leases, store: RunSettings['store']): Promise<void> {
  const lease = await leases.take(leaseName(shard));
  // Another process works on it, or opens it.
  if (lease === undefined) return;
  try {
    await lease.whileHeld(() => unsealFailed(store, shard));
  } finally {
    await lease.release();
  }
}

function leaseName(shard: number): string {
  return String(shard).padStart(7, '0');
}

/** Undefined if another process has it. */
async function workOn(shard: number, leases: Leases, settings: RunSettings): Promise<boolean | undefined> {
  const { store } = settings;
  const hasSeal = async () => (await store.read(shardFile('seals', shard))) !== undefined;
  if (await hasSeal()) return true;
  const lease = await leases.take(leaseName(shard));
  if (lease === undefined) return undefined;
  try {
    // It may have been sealed between the look and the lease.
    if (await hasSeal()) return true;
    return await runShard(shard, { ...settings, lease });
  } finally {
    await lease.release();
  }
}

/** Begins at a different place in each process, so that they seldom want the same. */
function orderOf(shards: ReadonlySet<number>): readonly number[] {
  const all = [...shards];
  const start = process.pid % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}
