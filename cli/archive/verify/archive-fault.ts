/** A difference between a run's files and the objects. */
export type ArchiveFault =
  /** The manifest of all shards has not the digest of the report, or that which was expected. */
  | { readonly kind: 'root'; readonly expected: string; readonly found: string }
  /** Lines of the manifest are not those of the shards in their order. */
  | { readonly kind: 'swapped-shard'; readonly shard: number; readonly found: number }
  | { readonly kind: 'missing-shard'; readonly shard: number }
  /** A shard's manifest has not its digest. */
  | { readonly kind: 'changed-shard'; readonly shard: number }
  /** A line that can't be: no JSON, another key, or digests that contradict each other. */
  | { readonly kind: 'bad-line'; readonly shard: number; readonly line: number }
  /** The report's sums, source or target are not what the manifests say. */
  | { readonly kind: 'report'; readonly field: string }
  /** The shards list other objects than the plan did. */
  | { readonly kind: 'lists'; readonly expected: string; readonly found: string }
  | { readonly kind: 'missing-output'; readonly key: string }
  | { readonly kind: 'changed-output'; readonly key: string }
  | { readonly kind: 'changed-input'; readonly key: string }
  /** Compressing the input again gave another output or receipt. */
  | { readonly kind: 'not-reproduced'; readonly key: string; readonly fields: readonly string[] };

/** Counts of what was checked, and the faults. */
export interface ArchiveVerification {
  readonly root: string;
  readonly shards: number;
  readonly objects: number;
  /** Outputs whose digest was checked. */
  readonly outputs: number;
  /** Inputs that were compressed again. */
  readonly repeated: number;
  /** Sampled objects whose input is gone or was replaced, so that nothing could be repeated. */
  readonly withoutInput: number;
  /** The first of them. */
  readonly faults: readonly ArchiveFault[];
  readonly faultCount: number;
}
