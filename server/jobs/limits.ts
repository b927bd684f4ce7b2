import type { S3Settings } from '../../library/node/s3/s3.ts';
import type { OutboundSettings } from '../outbound/outbound.ts';
import type { BucketRule } from '../store/bucket-rules.ts';

/** Limits that the operator sets. */
export interface JobLimits {
  /** Documents of a key that have not ended. */
  readonly openPerKey: number;
  /** Bytes of inputs and results together. */
  readonly storeBytes: number;
  /** Default time that results are kept. */
  readonly resultHours: number;
  /** Time that the row of a job is kept. */
  readonly jobDays: number;
}

export interface JobSettings {
  /** Keys for passwords: the first one seals, all of them open. Empty: a key of this machine, in `dataDir`. */
  readonly secrets: readonly Buffer[];
  readonly limits: JobLimits;
  /** Folder of inputs and results, the same for all processes; undefined: `files` in `dataDir`. */
  readonly folder: string | undefined;
  /** Hosts that may be asked for clients. */
  readonly outbound: OutboundSettings;
  /** Buckets that jobs may name. */
  readonly buckets: readonly BucketRule[];
  readonly s3: S3Settings;
  /** Milliseconds after which an unseen process has lost its documents; only with PostgreSQL. */
  readonly deadMs: number;
  /** Whether this server works on jobs, and not only takes them in. */
  readonly works: boolean;
}
