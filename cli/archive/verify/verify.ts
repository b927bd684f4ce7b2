import { createHash } from 'node:crypto';
import { keysOf } from '../../../shared/lists.ts';
import { linesOf, parsedRecord } from '../../files/json-lines.ts';
import { ArchiveRefused } from '../archive-error.ts';
import {
  type ArchiveReport,
  type Counts,
  countsOf,
  NO_COUNTS,
  type ObjectLine,
  REPORT_SCHEMA,
  type SealedShard,
  sumOf,
} from '../archive-files.ts';
import { MANIFEST_FILE, REPORT_FILE } from '../run/finish.ts';
import { type RunStore, readJson } from '../run-store.ts';
import type { ArchiveFault, ArchiveVerification } from './archive-fault.ts';
import { type ObjectCheck, verifyObject } from './verify-object.ts';
import { readShard } from './verify-shard.ts';

export interface VerifySettings {
  readonly store: RunStore;
  readonly report: ArchiveReport;
  /** Part of the objects to check, 0 to 1. */
  readonly sample: number;
  /** The root that the run is expected to have. */
  readonly expectedRoot: string | undefined;
  readonly objects: Omit<ObjectCheck, 'onFault'>;
  /** Number of objects at the same time. */
  readonly lanes: number;
  readonly onProgress: (objects: number, fraction: number) => void;
}

/** Faults that are listed; all are counted. */
const MAX_FAULTS = 1000;

/** @throws ArchiveRefused if the run is not complete */
export async function readReport(store: RunStore): Promise<ArchiveReport> {
  const report = await readJson<ArchiveReport>(store, REPORT_FILE);
  if (report?.schema === REPORT_SCHEMA) return report;
  throw new ArchiveRefused(
    report === undefined
      ? `There is no ${REPORT_FILE} in ${store.address}: the run is not complete. pagelight archive run continues it.`
      : `${REPORT_FILE} in ${store.address} is of another version of this program.`,
    1,
  );
}

/**
 * Checks a run from its files and objects alone, by rules that leave the sample to its root: every digest down to the
 * lines, and of a sample of the objects output and input. A shard with a wrong digest is checked whole.
 */
export async function verifyArchive(settings: VerifySettings): Promise<ArchiveVerification> {
  const { store, report, sample, expectedRoot, lanes, onProgress } = settings;
  const faults: ArchiveFault[] = [];
  let faultCount = 0;
  const onFault = (fault: ArchiveFault) => {
    faultCount += 1;
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  const run: ObjectCheck = { ...settings.objects, onFault };
  const totals = { outputs: 0, repeated: 0, withoutInput: 0 };
  const checkAll = async (lines: readonly ObjectLine[]) => {
    const left = lines.values();
    const lane = async () => {
      for (const line of left) {
        run.compression.signal.throwIfAborted();
        const { hasOutput, isRepeated, lacksInput } = await verifyObject(line, run);
        totals.outputs += Number(hasOutput);
        totals.repeated += Number(isRepeated);
        totals.withoutInput += Number(lacksInput);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };

  const [root, lists] = [createHash('sha256'), createHash('sha256')];
  let counts: Counts = NO_COUNTS;
  let shards = 0;
  for (const text of linesOf((await store.read(MANIFEST_FILE)) ?? Buffer.alloc(0))) {
    root.update(`${text}\n`);
    const sealed = sealedShard(text);
    if (sealed === undefined) {
      onFault({ kind: 'bad-line', shard: shards, line: 0 });
      shards += 1;
      continue;
    }
    lists.update(`${sealed.list}\n`);
    if (sealed.shard !== shards) onFault({ kind: 'swapped-shard', shard: shards, found: sealed.shard });
    const { lines, isSuspect } = await readShard(store, sealed, onFault);
    if (!isSuspect)
      reportDifferences(countsOf(lines), sealed, (field) =>
        onFault({ kind: 'report', field: `shard ${shards}: ${field}` }),
      );
    counts = sumOf(counts, countsOf(lines));
    await checkAll(isSuspect ? lines : lines.filter(({ key }) => isSampled(report.root, key, sample)));
    shards += 1;
    onProgress(counts.objects, shards / Math.max(1, report.shards));
  }
  const found = { root: root.digest('hex'), lists: lists.digest('hex') };
  for (const expected of new Set([report.root, ...(expectedRoot === undefined ? [] : [expectedRoot])]))
    if (found.root !== expected) onFault({ kind: 'root', expected, found: found.root });
  if (found.lists !== report.lists) onFault({ kind: 'lists', expected: report.lists, found: found.lists });
  for (let shard = shards; shard < report.shards; shard++) onFault({ kind: 'missing-shard', shard });
  reportDifferences(counts, report, (field) => onFault({ kind: 'report', field }));
  return { root: found.root, shards, objects: counts.objects, ...totals, faults, faultCount };
}

function reportDifferences(counts: Counts, report: Counts, onField: (field: string) => void): void {
  for (const field of keysOf(NO_COUNTS))
    if (JSON.stringify(counts[field]) !== JSON.stringify(report[field])) onField(field);
}

/** Every verifier picks the same objects, which the run's processes could not know in advance. */
function isSampled(root: string, key: string, part: number): boolean {
  const hash = createHash('sha256').update(`${root} ${key}`).digest();
  return hash.readUInt32BE() / 2 ** 32 < part;
}

function sealedShard(text: string): SealedShard | undefined {
  const line = parsedRecord(text) as Partial<SealedShard> | null;
  const isSealed = typeof line?.shard === 'number' && Number.isSafeInteger(line.shard) && line.shard >= 0;
  return isSealed && typeof line.sha256 === 'string' && typeof line.list === 'string'
    ? (line as SealedShard)
    : undefined;
}
