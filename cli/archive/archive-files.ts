import type { CompressOptions, PdfProblem, Receipt } from '../../shared/index.ts';
import type { FileErrorCode } from '../files/file-error.ts';
import type { ObjectDigest } from './places/place.ts';

export const PLAN_SCHEMA = 'pagelight-archive-plan/1';
export const SHARD_SCHEMA = 'pagelight-archive-shard/1';
export const REPORT_SCHEMA = 'pagelight-archive/1';

export interface EngineName {
  readonly name: 'pagelight';
  readonly version: string;
}

/** A likely value and its range, in which nine of ten samples lie. */
export interface Estimate {
  readonly likely: number;
  readonly low: number;
  readonly high: number;
}

/** Objects of similar size. */
export interface ClassCounts {
  /** Bytes below which an object is in the class; null for the last one. */
  readonly below: number | null;
  readonly objects: number;
  readonly size: number;
  /** Objects whose contents another object of the class has, too; 0 in folders, where the list does not say it. */
  readonly repeats: number;
}

/** A class, and what its sampled objects became. */
export interface SizeClass extends ClassCounts {
  readonly sampled: number;
  readonly sampledSize: number;
  readonly savedBytes: number;
  readonly cpuMs: number;
}

export interface Prediction {
  readonly sampled: number;
  /** Sampled documents that can't be compressed, by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly savedBytes: Estimate;
  readonly cpuSeconds: Estimate;
  readonly classes: readonly SizeClass[];
}

/** `plan.json` */
export interface ArchivePlan {
  readonly schema: typeof PLAN_SCHEMA;
  readonly engine: EngineName;
  readonly from: string;
  readonly options: CompressOptions;
  readonly objects: number;
  readonly size: number;
  /** Objects that are no PDFs by their names; they are left where they are. */
  readonly others: { readonly objects: number; readonly size: number };
  readonly shardSize: number;
  readonly shards: number;
  /** SHA-256 of the lists' digests, one per line. */
  readonly lists: string;
  /** Null with `--sample 0`. */
  readonly prediction: Prediction | null;
}

/** `target.json`: written by the first process of the run. */
export interface ArchiveTarget {
  /** The address of the results; with `replace` that of the originals. */
  readonly to: string;
  readonly replace: boolean;
  /** Address for copies of originals, written before they are replaced. */
  readonly backup: string | null;
  /** Documents that don't become smaller get no copy. */
  readonly onlySmaller: boolean;
}

/** Reason why an object could not be processed although its document may be sound. */
export type ObjectErrorCode =
  | FileErrorCode
  | 'missing' // it is gone since the plan was made
  | 'unsafe_name'; // no path or address names the object in this place

/** One line of a manifest. It is the same whichever process wrote it, and whenever. */
export type ObjectLine =
  | { readonly key: string; readonly status: 'smaller' | 'unchanged'; readonly receipt: Receipt }
  | {
      readonly key: string;
      /** The document can't be compressed. The output is the input. */
      readonly status: 'refused';
      readonly input: ObjectDigest;
      readonly problem: PdfProblem;
    }
  | {
      readonly key: string;
      /** The object could not be processed; it has no output. */
      readonly status: 'failed';
      readonly problem: { readonly code: ObjectErrorCode; readonly detail: string };
    };

/** First line of a manifest. */
export interface ShardHeader {
  readonly schema: typeof SHARD_SCHEMA;
  /** 0-based. */
  readonly shard: number;
  /** SHA-256 of the shard's list. */
  readonly list: string;
  readonly objects: number;
}

export interface Counts {
  readonly objects: number;
  readonly smaller: number;
  readonly unchanged: number;
  /** Counts by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  /** Bytes of all inputs that were read. */
  readonly inputSize: number;
  readonly outputSize: number;
}

/** A line of `manifest.jsonl`, and the deterministic part of a seal. */
export interface SealedShard extends Counts {
  readonly shard: number;
  readonly list: string;
  /** SHA-256 of the manifest. */
  readonly sha256: string;
}

/** `seals/…`: written last, so that a shard with a seal is complete. */
export interface Seal extends SealedShard {
  readonly cost: Cost;
}

export interface Cost {
  /** Processor time in milliseconds, without that of killed processes for unfinished documents. */
  readonly cpuMs: number;
  /** Objects whose contents had been compressed before. */
  readonly reused: number;
}

/** `report.json` */
export interface ArchiveReport extends Counts {
  readonly schema: typeof REPORT_SCHEMA;
  readonly engine: EngineName;
  readonly from: string;
  readonly target: ArchiveTarget;
  readonly shards: number;
  /** SHA-256 of the plan's lists, as the plan says. */
  readonly lists: string;
  /** SHA-256 of `manifest.jsonl`. */
  readonly root: string;
  readonly cost: Cost;
  readonly predicted: Pick<Prediction, 'savedBytes' | 'cpuSeconds'> | null;
}

/** `shards/0000/0000042.jsonl` for `shardFile('shards', 42)`: a folder for each thousand. */
export function shardFile(kind: 'shards' | 'manifests' | 'seals', shard: number): string {
  return `${kind}/${shardName(shard)}.${kind === 'seals' ? 'json' : 'jsonl'}`;
}

/** Folder of what is known of an unsealed shard. */
export function receiptFolder(shard: number): string {
  return `receipts/${shardName(shard)}`;
}

function shardName(shard: number): string {
  const name = String(shard).padStart(7, '0');
  return `${name.slice(0, -3)}/${name}`;
}

/** The digests of an object's input and output; undefined if it has none. */
export function digestsOf(
  line: ObjectLine,
): { readonly input: ObjectDigest; readonly output: ObjectDigest } | undefined {
  if (line.status === 'failed') return undefined;
  if (line.status === 'refused') return { input: line.input, output: line.input };
  return { input: line.receipt.input, output: line.receipt.output };
}

export const NO_COUNTS: Counts = {
  objects: 0,
  smaller: 0,
  unchanged: 0,
  refused: {},
  failed: {},
  inputSize: 0,
  outputSize: 0,
};

export function countsOf(lines: Iterable<ObjectLine>): Counts {
  let counts = NO_COUNTS;
  for (const line of lines) {
    const { input, output } = digestsOf(line) ?? { input: { size: 0 }, output: { size: 0 } };
    counts = sumOf(counts, {
      objects: 1,
      smaller: line.status === 'smaller' ? 1 : 0,
      unchanged: line.status === 'unchanged' ? 1 : 0,
      refused: line.status === 'refused' ? { [line.problem.code]: 1 } : {},
      failed: line.status === 'failed' ? { [line.problem.code]: 1 } : {},
      inputSize: input.size,
      outputSize: output.size,
    });
  }
  return counts;
}

export function sumOf(one: Counts, other: Counts): Counts {
  return {
    objects: one.objects + other.objects,
    smaller: one.smaller + other.smaller,
    unchanged: one.unchanged + other.unchanged,
    refused: addedUp(one.refused, other.refused),
    failed: addedUp(one.failed, other.failed),
    inputSize: one.inputSize + other.inputSize,
    outputSize: one.outputSize + other.outputSize,
  };
}

function addedUp(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const codes = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return Object.fromEntries(codes.map((code) => [code, (one[code] ?? 0) + (other[code] ?? 0)]));
}
