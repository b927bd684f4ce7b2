import type { CpuShares } from '../../documents/cpu-shares.ts';
import { linesOf } from '../../files/json-lines.ts';
import { sha256Of } from '../../files/sha256.ts';
import type { Lease } from '../../leases/lease.ts';
import { ArchiveStopped } from '../archive-error.ts';
import {
  countsOf,
  type ObjectLine,
  receiptFolder,
  type Seal,
  SHARD_SCHEMA,
  type ShardHeader,
  shardFile,
} from '../archive-files.ts';
import type { ArchiveObject } from '../places/place.ts';
import { jsonBytes, type RunStore } from '../run-store.ts';
import { type DoneEntry, openJournal, readJournals } from './journal.ts';
import { type ObjectRun, processObject } from './one-object.ts';

export interface ShardSettings {
  readonly store: RunStore;
  readonly run: ObjectRun;
  readonly shares: CpuShares;
  /** Number of objects at the same time. */
  readonly lanes: number;
  readonly lease: Lease;
  readonly onLine: (line: ObjectLine) => void;
  readonly signal: AbortSignal;
}

/**
 * Works on what is left of a shard, and seals it: output, line, manifest, seal, in this order, each on the disk before the
 * next begins.
 *
 * @returns false if the lease was lost meanwhile
 * @throws ArchiveStopped; the signal's reason
 */
export async function runShard(shard: number, settings: ShardSettings): Promise<boolean> {
  const { store, run, shares, lanes, lease, onLine, signal } = settings;
  const { objects, digest } = await readList(store, shard);
  const known = await readJournals(store, shard);
  const entries = new Map<string, DoneEntry>(known.done);
  const journal = openJournal(store, shard);
  const left = objects.filter(({ key }) => !entries.has(key)).values();
  const replacing = async (key: string) => {
    if (!run.target.replace) return [];
    // A process that was taken for dead may have replaced it.
    return (await readJournals(store, shard)).replacing.get(key) ?? [];
  };
  const lane = async () => {
    for (const object of left) {
      signal.throwIfAborted();
      if (!lease.isHeld()) return;
      const { result, cpuMs } = await shares.measure(() =>
        processObject(object, run, journal, () => replacing(object.key)),
      );
      const entry = { done: result.line, cpuMs: Math.round(cpuMs), isReused: result.isReused };
      await journal.add(entry);
      entries.set(object.key, entry);
      onLine(result.line);
    }
  };
  // Waits for every lane, so that an object that is being written is completed.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  await journal.close();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (!lease.isHeld()) return false;
  return lease.whileHeld(() => seal({ shard, objects, list: digest, entries }, store, run));
}

interface DoneShard {
  readonly shard: number;
  readonly objects: readonly ArchiveObject[];
  readonly list: string;
  readonly entries: ReadonlyMap<string, DoneEntry>;
}

async function seal(
  { shard, objects, list, entries }: DoneShard,
  store: RunStore,
  run: ObjectRun,
): Promise<void> {
  const all = objects.map(({ key }) => entries.get(key)!);
  const lines = all.map(({ done }) => done);
  const header: ShardHeader = { schema: SHARD_SCHEMA, shard, list, objects: objects.length };
  const text = Buffer.from([header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  await run.to.tidy(objects.map(({ key }) => key));
  // Sealed by another process that was taken for dead.
  if ((await store.read(shardFile('seals', shard))) !== undefined) return;
  await store.write(shardFile('manifests', shard), text);
  await store.write(
    shardFile('seals', shard),
    jsonBytes({
      shard,
      list,
      sha256: sha256Of(text),
      ...countsOf(lines),
      cost: {
        cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        reused: all.filter(({ isReused }) => isReused).length,
      },
    } satisfies Seal),
  );
  await store.removeFolder(receiptFolder(shard));
}

/** The objects of a shard and the digest of its list. @throws ArchiveStopped */
export async function readList(
  store: RunStore,
  shard: number,
): Promise<{ readonly objects: readonly ArchiveObject[]; readonly digest: string }> {
  const text = await store.read(shardFile('shards', shard));
  if (text === undefined) throw new ArchiveStopped(`${store.address} has lost the list of shard ${shard}`);
  // Written by the plan.
  const objects = Array.from(linesOf(text), (line) => JSON.parse(line) as ArchiveObject);
  return { objects, digest: sha256Of(text) };
}
