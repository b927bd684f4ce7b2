import { createHash } from 'node:crypto';
import {
  type ArchivePlan,
  type ArchiveReport,
  type ArchiveTarget,
  NO_COUNTS,
  REPORT_SCHEMA,
  type Seal,
  type SealedShard,
  shardFile,
  sumOf,
} from '../archive-files.ts';
import { jsonBytes, type RunStore, readJson } from '../run-store.ts';

export const REPORT_FILE = 'report.json';
export const MANIFEST_FILE = 'manifest.jsonl';

export interface FinishSettings {
  readonly store: RunStore;
  readonly plan: ArchivePlan;
  readonly run: { readonly target: ArchiveTarget };
}

/**
 * Writes the run's manifest and report if all shards are sealed. Several processes may do so at the same time: they write
 * the same.
 *
 * @returns undefined if shards are left
 */
export async function finish({
  store,
  plan,
  run: { target },
}: FinishSettings): Promise<ArchiveReport | undefined> {
  // Looked at before anything is written: in parts, only the last process finds all.
  for (let shard = plan.shards - 1; shard >= 0; shard--)
    if ((await store.read(shardFile('seals', shard))) === undefined) return undefined;
  const root = createHash('sha256');
  let counts = NO_COUNTS;
  let cost = { cpuMs: 0, reused: 0 };
  const lines = async function* () {
    for (let shard = 0; shard < plan.shards; shard++) {
      const seal = (await readJson<Seal>(store, shardFile('seals', shard)))!;
      const { cost: spent, ...sealed } = seal;
      counts = sumOf(counts, sealed);
      cost = { cpuMs: cost.cpuMs + spent.cpuMs, reused: cost.reused + spent.reused };
      const line = Buffer.from(`${JSON.stringify(sealed satisfies SealedShard)}\n`);
      root.update(line);
      yield line;
    }
  };
  await store.write(MANIFEST_FILE, lines());
  const { prediction } = plan;
  const report: ArchiveReport = {
    schema: REPORT_SCHEMA,
    engine: plan.engine,
    from: plan.from,
    target,
    shards: plan.shards,
    lists: plan.lists,
    root: root.digest('hex'),
    ...counts,
    cost,
    predicted:
      prediction === null ? null : { savedBytes: prediction.savedBytes, cpuSeconds: prediction.cpuSeconds },
  };
  await store.write(REPORT_FILE, jsonBytes(report));
  // All contents are done.
  await store.removeFolder('contents');
  return report;
}
