import type { CompressOptions } from '../../shared/index.ts';
import type { Input, Output } from './places/places.ts';

/** A client's request for a job. */
export interface WantedJob {
  readonly documents: readonly WantedDocument[];
  readonly keepHours: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Condition under which the rest is not tried. */
  readonly failAfter?: FailAfter | undefined;
  /** Receiver of events, one of the key's own. */
  readonly webhook?: { readonly id: string; readonly events: string } | undefined;
  /** The client's own name for the request, and what it asked for: the same again gives the same job. */
  readonly name: RequestName | undefined;
  /** Whether the documents were taken from the key's day before, as those of `/compress` are. */
  readonly isCounted: boolean;
}

export interface RequestName {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** The key under which versions before migration 015 kept the request, with fingerprints of another form. */
  readonly olderKey?: string;
}

export interface FailAfter {
  /** Share of the documents that have ended, from 0 to 1. */
  readonly failed: number;
  /** Number of documents that must have ended. */
  readonly atLeast: number;
}

export interface WantedDocument {
  readonly ref: string | undefined;
  readonly input: Input;
  /** Without it the result is kept for download. */
  readonly output?: Output | undefined;
  readonly options: CompressOptions;
  readonly password: string | undefined;
}
