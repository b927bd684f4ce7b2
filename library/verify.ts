/** Verification in the caller's thread, with a host. */
import type { Limits, Verification } from '../shared/index.ts';
import { verify as verifyInCore } from '../shared/verify.ts';
import type { CoreHost } from './core-host.ts';
import { requireBytes, requireHost } from './engine/call-arguments.ts';

export { addedKinds, lostKinds, PdfError, type PdfProblem, problemOf } from '../shared/index.ts';
export type { CoreHost, Limits, Verification };

export interface VerifyOptions {
  readonly host: CoreHost;
  readonly signal?: AbortSignal;
  /** Reports the pages compared so far, and the pages of the document before. */
  readonly onPage?: (done: number, total: number) => void;
  /** Opens either document if it is locked. */
  readonly password?: string;
  /** Limits for hostile files; defaults apply to omitted ones. */
  readonly limits?: Partial<Limits>;
}

/**
 * Compares a PDF with another one made from it, by this or any other program, and reports what was kept.
 *
 * @throws PdfError if one of them cannot be read; the signal's reason if it was aborted
 * @example
 * const found = await verify(before, after, { host });
 * console.log(lostKinds(found).map(({ kind }) => kind));
 */
export const verify: (before: Uint8Array, after: Uint8Array, run: VerifyOptions) => Promise<Verification> =
  async (before, after, run) => {
    requireBytes(before);
    requireBytes(after);
    requireHost(run);
    return verifyInCore(before, after, run);
  };
