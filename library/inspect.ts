/** What a document is and where its bytes are: in the caller's own thread, without a host. */
import type { Inspection, Limits, Probe, ProbedImage } from '../shared/index.ts';
import { inspect as inspectInCore, probe as probeInCore } from '../shared/inspect.ts';
import { requireBytes } from './engine/call-arguments.ts';

export { PdfError, type PdfProblem, problemOf } from '../shared/index.ts';
export type { Inspection, Limits, Probe, ProbedImage };

export interface InspectOptions {
  readonly signal?: AbortSignal;
  readonly password?: string;
  /** What a hostile file may cost; the defaults for what is left out. */
  readonly limits?: Partial<Limits>;
}

/**
 * Says what a document is and where its bytes are, changing nothing.
 *
 * @throws PdfError when it cannot be read; the signal's reason when it was aborted
 * @example
 * const { document, security } = await inspect(bytes, { password });
 */
export const inspect: (input: Uint8Array, run?: InspectOptions) => Promise<Inspection> = async (
  input,
  run,
) => {
  requireBytes(input);
  return inspectInCore(input, run);
};

/**
 * What a document is and how much it will take to compress it, without a look at its pages.
 *
 * @throws PdfError when it cannot be read; the signal's reason when it was aborted
 * @example
 * const { document, largestImages } = await probe(bytes);
 */
export const probe: (input: Uint8Array, run?: InspectOptions) => Promise<Probe> = async (input, run) => {
  requireBytes(input);
  return probeInCore(input, run);
};
