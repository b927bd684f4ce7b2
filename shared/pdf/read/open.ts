import { PdfError, type PdfProblem } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import { type ByteSource, sourceOf, wholeBytes } from '../byte-source.ts';
import { createContext } from '../context.ts';
import type { PdfDocument } from '../document.ts';
import { limitDecoding } from '../filter/growth.ts';
import { unsupportedFilter } from '../filter/unknown-filter.ts';
import { HEADER_BYTES, mayLackHeader, NO_HEADER, readHeader } from '../header.ts';
import type { PDFContext } from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import { load, type Read } from './load.ts';
import { SyntaxProblem } from './parser.ts';
import { rebuildXref } from './rebuild.ts';
import type { OpenOptions, Source } from './source.ts';
import { readXref } from './xref.ts';

export type { OpenOptions } from './source.ts';

/** The parts of a run's context that opening needs. */
interface OpeningRun {
  readonly limits?: Partial<Limits> | undefined;
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Limits that the run does not set have their defaults. */
export function openOptions({ limits, password, signal }: OpeningRun): OpenOptions {
  return {
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(password === undefined ? {} : { password }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/**
 * Reads everything reachable from the trailer by the file's own cross-reference; repairs a file that cannot
 * be read so.
 * @throws PdfError when it is no PDF, is encrypted, is damaged beyond repair or exceeds a limit
 */
export async function openDocument(
  file: Uint8Array | ByteSource,
  options: OpenOptions,
): Promise<PdfDocument> {
  return (await readDocument(file, options)).document;
}

export interface Opened {
  readonly document: PdfDocument;
  /**
   * Source of the objects; null if the file was repaired or encrypted, so that objects differ from the file's
   * bytes.
   */
  readonly source: Source | null;
}

/** Like openDocument(), for callers that read the file again. */
export async function readDocument(file: Uint8Array | ByteSource, options: OpenOptions): Promise<Opened> {
  const { limits } = options;
  const input = sourceOf(file);
  if (input.length === 0) throw new PdfError({ code: 'not_a_pdf', reason: 'empty' });
  if (input.length > limits.inputBytes) {
    throw new PdfError({
      code: 'limit_exceeded',
      limit: 'inputBytes',
      allowed: limits.inputBytes,
      found: input.length,
    });
  }
  const found = readHeader(input.read(0, Math.min(input.length, HEADER_BYTES)));
  const header = found ?? NO_HEADER;

  let source: Source | null = null;
  const asWritten = await attempt(async () => {
    const context = newContext(options, input.length);
    const xref = readXref(input, header.offset, context, limits);
    source = { input, header, xref, context, objects: new RefMap() };
    return load(source, options);
  });
  if (asWritten.kind === 'read' && asWritten.misses.length === 0)
    return { document: asWritten.document, source: asWritten.document.security === null ? source : null };
  const noHeader = () => new PdfError({ code: 'not_a_pdf', reason: 'no-header' });
  if (found === null && !mayLackHeader(wholeBytes(input))) throw noHeader();
  options.signal?.throwIfAborted();

  const rebuilt = await attempt(async () => {
    const context = newContext(options, input.length);
    const xref = rebuildXref(wholeBytes(input), context, limits);
    if (xref === null) throw new SyntaxProblem('no catalog', 0);
    if (found === null && !xref.hasTrailer) throw new SyntaxProblem('no trailer', 0);
    const read = await load({ input, header, xref, context, objects: new RefMap() }, options);
    if (!xref.hasTrailer && read.unknownFilter !== null && read.document.incomplete)
      throw unsupportedFilter(read.unknownFilter);
    // The trailer is lost, and parts are missing: nothing shows what the document was.
    if (!xref.hasTrailer && read.document.incomplete) {
      throw new PdfError({
        code: 'damaged_pdf',
        reason: 'unreadable',
        detail: 'no trailer, and objects are missing',
      });
    }
    return read;
  });
  const best = better(asWritten, rebuilt);
  if (found === null && (best === null || best.incomplete)) throw noHeader();
  const unknown = unknownFilter(asWritten) ?? unknownFilter(rebuilt);
  // The file may be sound: this reader lacks a filter.
  if (unknown !== null && (best === null || best.incomplete)) throw unsupportedFilter(unknown);
  if (best !== null) return { document: best, source: null };
  const failed = [rebuilt, asWritten].filter((each) => each.kind === 'failed');
  // The problem of a reading that found missing parts is more specific than a lost cross-reference.
  const telling = failed.find(
    ({ problem }) => problem.code === 'damaged_pdf' && problem.reason === 'unreadable',
  );
  throw new PdfError((telling ?? failed.at(-1))?.problem ?? { code: 'damaged_pdf', reason: 'unreadable' });
}

function newContext({ limits, limitsGrowth }: OpenOptions, fileBytes: number): PDFContext {
  const context = createContext();
  limitDecoding(context, limits.totalBytes, limitsGrowth === true ? fileBytes : null);
  return context;
}

type Attempt = Read | { readonly kind: 'failed'; readonly problem: PdfProblem };

const MENDABLE: ReadonlySet<PdfProblem['code']> = new Set(['damaged_pdf', 'unsupported_filter']);

/** Attempts a way of reading that damage may make fail; encryption and limits end the whole at once. */
async function attempt(read: () => Promise<Read>): Promise<Attempt> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof SyntaxProblem) {
      return { kind: 'failed', problem: { code: 'damaged_pdf', reason: 'no-xref', detail: thrown.message } };
    }
    if (thrown instanceof PdfError && MENDABLE.has(thrown.problem.code))
      return { kind: 'failed', problem: thrown.problem };
    throw thrown;
  }
}

/** Returns the reading with more pages; of equals, the one by the file's own cross-reference. */
function better(asWritten: Attempt, rebuilt: Attempt): PdfDocument | null {
  if (rebuilt.kind === 'read' && (asWritten.kind === 'failed' || rebuilt.pages >= asWritten.pages)) {
    const reason = asWritten.kind === 'failed' ? describe(asWritten.problem) : summary(asWritten.misses);
    return {
      ...rebuilt.document,
      repairs: [`cross-reference rebuilt: ${reason}`, ...rebuilt.document.repairs],
    };
  }
  if (asWritten.kind === 'failed') return null;
  const { document, misses } = asWritten;
  return { ...document, repairs: [summary(misses), ...document.repairs] };
}

function unknownFilter(attempt: Attempt): string | null {
  if (attempt.kind === 'read') return attempt.unknownFilter;
  return attempt.problem.code === 'unsupported_filter' ? attempt.problem.filter : null;
}

function describe(problem: PdfProblem): string {
  if (problem.code === 'unsupported_filter') return `its filter ${problem.filter} is not known`;
  return problem.code === 'damaged_pdf' ? (problem.detail ?? problem.reason) : problem.code;
}

function summary(misses: readonly string[]): string {
  return misses.length > 1 ? `${misses[0]} and ${misses.length - 1} more` : misses[0]!;
}
