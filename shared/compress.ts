import { PdfError } from './errors.ts';
import type { Host } from './host.ts';
import { type ImageOverrides, NO_OVERRIDES } from './image-overrides.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { CompressOptions } from './options.ts';
import { PASSES } from './passes/index.ts';
import type { PassContext } from './passes/pass.ts';
import { Changes } from './pdf/changes.ts';
import { firstDifference } from './pdf/check.ts';
import type { PdfDocument } from './pdf/document.ts';
import { documentFacts } from './pdf/facts.ts';
import { type OpenOptions, openDocument } from './pdf/open.ts';
import { writeDocument } from './pdf/write.ts';
import { createProgressMeter, type Progress, type ProgressMeter } from './progress.ts';
import type {
  CompressReport,
  CompressResult,
  DocumentFacts,
  FontReport,
  ImageReport,
  PassReport,
  Warning,
} from './report.ts';

/** What surrounds one run: who may stop it, who watches it, and the password that never enters a report. */
export interface Run {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  readonly limits?: Partial<Limits>;
  /** What single images get instead of what the options say; the same overrides give the same bytes. */
  readonly imageOverrides?: ImageOverrides;
}

/**
 * The heavy door. Makes `input` smaller and loses nothing; gives the input back, byte for byte, when nothing
 * is gained or anything is in doubt. The same input and options give the same bytes in every host.
 *
 * @throws PdfError when this document cannot be done; the signal's reason when it was aborted.
 */
export async function compress(
  input: Uint8Array,
  options: CompressOptions,
  run: Run,
): Promise<CompressResult> {
  const progress = createProgressMeter(run.onProgress ?? (() => {}));
  progress.at('reading', 0, 1);
  const openOptions: OpenOptions = {
    limits: { ...DEFAULT_LIMITS, ...run.limits },
    ...(run.password === undefined ? {} : { password: run.password }),
    ...(run.signal === undefined ? {} : { signal: run.signal }),
  };
  const rewritten = await rewrite(input, options, run, openOptions, progress);
  if (rewritten.kind === 'kept') return rewritten.result;

  const { output, changes, draft } = rewritten;
  const difference = await differenceFrom(input, output, changes, openOptions, progress);
  if (difference !== null) return draft.unchanged('check-failed', difference);
  progress.at('checking', 1, 1);
  return draft.changed(output);
}

type Rewritten =
  | { readonly kind: 'kept'; readonly result: CompressResult }
  | {
      readonly kind: 'written';
      readonly output: Uint8Array;
      readonly changes: Changes;
      readonly draft: ReportDraft;
    };

/** The smaller file, still unproved. The document that was worked on ends here: the check needs the memory. */
async function rewrite(
  input: Uint8Array,
  options: CompressOptions,
  { host, signal, imageOverrides = NO_OVERRIDES }: Run,
  openOptions: OpenOptions,
  progress: ProgressMeter,
): Promise<Rewritten> {
  const doc = await openDocument(input, openOptions);
  const facts = documentFacts(doc);
  progress.at('reading', 1, 1);

  const draft = new ReportDraft(input, options, facts, doc);
  const kept = (result: CompressResult): Rewritten => ({ kind: 'kept', result });
  if (facts.signed) {
    if (!options.breakSignatures) return kept(draft.unchanged('signed'));
    draft.warn('signatures-broken');
  }
  if (doc.incomplete) return kept(draft.unchanged('damaged-kept'));
  const changes = new Changes();
  const ctx: PassContext = {
    options,
    imageOverrides,
    limits: openOptions.limits,
    facts,
    host,
    signal,
    progress,
    changes,
    warn: (warning) => draft.warn(warning),
    reportImage: (image) => draft.images.push(image),
    reportFont: (font) => draft.fonts.push(font),
  };
  for (const pass of PASSES) {
    signal?.throwIfAborted();
    if (pass.enabled(options, facts)) draft.passes.push(await pass.run(doc, ctx));
  }

  const output = writeDocument(doc, {
    objectStreams: facts.pdfA === undefined || !facts.pdfA.startsWith('1'),
    onProgress: (done, total) => progress.at('writing', done, total),
  });
  signal?.throwIfAborted();
  if (output.length < input.length) return { kind: 'written', output, changes, draft };
  const hadMetadata = draft.passes.some(({ pass, changed }) => pass === 'metadata' && changed > 0);
  if (draft.images.some(({ becameGray }) => becameGray === true)) draft.warn('color-kept');
  return kept(draft.unchanged(hadMetadata ? 'metadata-kept' : undefined));
}

/** Opens both files anew, so that the check sees what any reader will see and nothing of what the passes hold. */
async function differenceFrom(
  input: Uint8Array,
  output: Uint8Array,
  changes: Changes,
  options: OpenOptions,
  progress: ProgressMeter,
): Promise<string | null> {
  progress.at('checking', 0, 1);
  let after: PdfDocument;
  try {
    after = await openDocument(output, options);
  } catch (thrown) {
    if (thrown instanceof PdfError) return `the output cannot be opened: ${thrown.problem.code}`;
    throw thrown;
  }
  if (after.repairs.length > 0) return `the output needs repair: ${after.repairs[0]}`;
  const before = await openDocument(input, options);
  return firstDifference(before, after, changes, {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onProgress: (done, total) => progress.at('checking', done, total),
  });
}

/** Collects the report while the work goes on. */
class ReportDraft {
  readonly passes: PassReport[] = [];
  readonly images: ImageReport[] = [];
  readonly fonts: FontReport[] = [];
  readonly #warnings: Warning[] = [];
  readonly #input: Uint8Array;
  readonly #options: CompressOptions;
  readonly #facts: DocumentFacts;
  readonly #repairs: readonly string[];

  constructor(input: Uint8Array, options: CompressOptions, facts: DocumentFacts, doc: PdfDocument) {
    this.#input = input;
    this.#options = options;
    this.#facts = facts;
    this.#repairs = doc.repairs;
    if (doc.repairs.length > 0) this.warn('repaired');
  }

  warn(warning: Warning): void {
    if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
  }

  changed(output: Uint8Array): CompressResult {
    return { bytes: output, report: this.#report(output.length, false) };
  }

  /** The input itself, with what there is to say about it. */
  unchanged(warning?: Warning, checkFailure?: string): CompressResult {
    if (warning !== undefined) this.warn(warning);
    const report = this.#report(this.#input.length, true);
    return { bytes: this.#input, report: checkFailure === undefined ? report : { ...report, checkFailure } };
  }

  #report(outputBytes: number, unchanged: boolean): CompressReport {
    return {
      inputBytes: this.#input.length,
      outputBytes,
      ratio: unchanged ? 1 : outputBytes / this.#input.length,
      unchanged,
      options: this.#options,
      warnings: this.#warnings,
      repairs: this.#repairs,
      document: this.#facts,
      passes: this.passes,
      images: this.images,
      fonts: this.fonts,
    };
  }
}
