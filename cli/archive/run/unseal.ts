import { linesOf } from '../../files/json-lines.ts';
import { type ObjectLine, receiptFolder, type Seal, shardFile } from '../archive-files.ts';
import { type RunStore, readJson } from '../run-store.ts';
import { MANIFEST_FILE, REPORT_FILE } from './finish.ts';
import type { JournalEntry } from './journal.ts';

/**
 * Opens a sealed shard with failed objects again, for another try: its other lines become receipts. Does nothing to other
 * shards. May be killed anywhere: until the seal is gone the shard is sealed, and then it has its receipts.
 */
export async function unsealFailed(store: RunStore, shard: number): Promise<void> {
  const seal = await readJson<Seal>(store, shardFile('seals', shard));
  if (seal === undefined || Object.keys(seal.failed).length === 0) return;
  const text = await store.read(shardFile('manifests', shard));
  const [, ...lines] = linesOf(text ?? Buffer.alloc(0));
  const done = lines
    .map((line) => JSON.parse(line) as ObjectLine)
    .filter(({ status }) => status !== 'failed');
  // The time that the shard took so far stays in the sum.
  const entries = done.map(
    (line, index): JournalEntry => ({
      done: line,
      cpuMs: index === 0 ? seal.cost.cpuMs : 0,
      isReused: index < seal.cost.reused,
    }),
  );
  const receipts = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await store.write(`${receiptFolder(shard)}/unsealed.jsonl`, Buffer.from(receipts));
  for (const name of [REPORT_FILE, MANIFEST_FILE, shardFile('seals', shard), shardFile('manifests', shard)])
    await store.remove(name);
}
