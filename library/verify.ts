/** What of one document is kept in another one: in the caller's own thread, with a host. */
import type { Limits, Verification } from '../shared/index.ts';
import { verify as verifyInCore } from '../shared/verify.ts';
import type { CoreHost } from './core-host.ts';
import { requireBytes, requireHost } from './engine/call-arguments.ts';

export { lostKinds, PdfError, type PdfProblem, problemOf } from '../shared/index.ts';
export type { CoreHost, Limits, Verification };

export interface VerifyOptions {
  readonly host: CoreHost;
  readonly signal?: AbortSignal;
  /** Pages that were compared, of all of the document before. */
  readonly onPage?: (done: number, total: number) => void;
  /** Opens either document, where it is locked. */
  readonly password?: string;
  /** What a hostile file may cost; the defaults for what is left out. */
  readonly limits?: Partial<Limits>;
}

/**
 * Says what of one PDF is kept in another one that was made of it, by this program or by any other.
 *
 * @throws PdfError when one of them cannot be read; the signal's reason when it was aborted
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
