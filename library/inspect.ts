/** Inspection in the caller's thread, without a host. */
import type { Inspection, Limits, Probe, ProbedImage } from '../shared/index.ts';
import { inspect as inspectInCore, probe as probeInCore } from '../shared/inspect.ts';
import { requireBytes } from './engine/call-arguments.ts';

export { PdfError, type PdfProblem, problemOf } from '../shared/index.ts';
export type { Inspection, Limits, Probe, ProbedImage };

export interface InspectOptions {
  readonly signal?: AbortSignal;
  readonly password?: string;
  /** Limits for hostile files; defaults apply to omitted ones. */
  readonly limits?: Partial<Limits>;
}

/**
 * Reports what a document contains and how its bytes are used, without changing anything.
 *
 * @throws PdfError if it cannot be read; the signal's reason if it was aborted
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
 * Reports the facts of a document and estimates the cost of compressing it, without reading its pages.
 *
 * @throws PdfError if it cannot be read; the signal's reason if it was aborted
 * @example
 * const { document, largestImages } = await probe(bytes);
 */
export const probe: (input: Uint8Array, run?: InspectOptions) => Promise<Probe> = async (input, run) => {
  requireBytes(input);
  return probeInCore(input, run);
};
