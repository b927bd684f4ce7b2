import { linesOf, parsedRecord } from '../../files/json-lines.ts';
import { sha256Of } from '../../files/sha256.ts';
import {
  type ObjectLine,
  type SealedShard,
  SHARD_SCHEMA,
  type ShardHeader,
  shardFile,
} from '../archive-files.ts';
import type { RunStore } from '../run-store.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { isReceipt, isRefusal } from './line-form.ts';

export interface ReadShard {
  readonly lines: readonly ObjectLine[];
  /** Its digest is wrong, so any of its lines may be. */
  readonly isSuspect: boolean;
}

/** Reads a shard's manifest and checks it against its line in the run's manifest. */
export async function readShard(
  store: RunStore,
  { shard, sha256, list, objects }: SealedShard,
  onFault: (fault: ArchiveFault) => void,
): Promise<ReadShard> {
  const bytes = await store.read(shardFile('manifests', shard));
  if (bytes === undefined) {
    onFault({ kind: 'missing-shard', shard });
    return { lines: [], isSuspect: true };
  }
  const [first = '', ...texts] = bytes.toString().split('\n').slice(0, -1);
  const header = parsedRecord(first) as Partial<ShardHeader> | null;
  if (typeof header?.shard === 'number' && header.shard !== shard)
    onFault({ kind: 'swapped-shard', shard, found: header.shard });
  let isSuspect = sha256Of(bytes) !== sha256;
  if (isSuspect) onFault({ kind: 'changed-shard', shard });
  const isHeader =
    header?.schema === SHARD_SCHEMA &&
    header.list === list &&
    header.objects === objects &&
    texts.length === objects;
  if (!isHeader && !isSuspect) onFault({ kind: 'bad-line', shard, line: 1 });
  const keys = await keysOf(store, shard, list);
  const lines: ObjectLine[] = [];
  texts.forEach((text, index) => {
    const line = lineOf(text);
    const isExpected = keys === undefined || keys[index] === line?.key;
    if (line === undefined || !isExpected) {
      onFault({ kind: 'bad-line', shard, line: index + 2 });
      isSuspect = true;
    }
    if (line !== undefined) lines.push(line);
  });
  return { lines, isSuspect };
}

/** The keys of the shard's list; undefined if the run's list is gone or has another digest. */
async function keysOf(
  store: RunStore,
  shard: number,
  digest: string,
): Promise<readonly string[] | undefined> {
  const text = await store.read(shardFile('shards', shard));
  if (text === undefined || sha256Of(text) !== digest) return undefined;
  return Array.from(linesOf(text), (line) => String(parsedRecord(line)?.key ?? ''));
}

/** Undefined if it is no line of a manifest. */
function lineOf(text: string): ObjectLine | undefined {
  const line = parsedRecord(text);
  if (line === null || typeof line.key !== 'string') return undefined;
  const isLine =
    line.status === 'failed' ||
    (line.status === 'refused' && isRefusal(line)) ||
    ((line.status === 'smaller' || line.status === 'unchanged') && isReceipt(line.receipt, line.status));
  // Checked as far as it is used.
  return isLine ? (line as unknown as ObjectLine) : undefined;
}
