import type { Jbig2Coding } from '../codecs/jbig2/coding.ts';
import type { CompressOptions } from '../options.ts';
import { Pieces } from '../pdf/byte-source.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { damageOf, pagesThatShow } from '../pdf/inventory/damaged-pages.ts';
import { contextEntries } from '../pdf/objects.ts';
import { isLinearized } from '../pdf/read/linearization.ts';
import type {
  BilevelReport,
  CompressReport,
  DamageReport,
  DocumentFacts,
  ExactReason,
  FontReport,
  ImageReport,
  InkReport,
  MissedTarget,
  MrcRefusal,
  MrcReport,
  PassReport,
  ProfileReport,
  Sharpness,
  TargetReport,
  Warning,
} from '../report.ts';

/** A file, or the input, with its report. */
export interface PiecedResult {
  readonly file: Pieces;
  readonly report: CompressReport;
}

/** Collects the report during the run. */
export class ReportDraft {
  readonly passes: PassReport[] = [];
  readonly images: ImageReport[] = [];
  readonly fonts: FontReport[] = [];
  readonly profiles: ProfileReport[] = [];
  /** Sharpness of images at the requested size; null if the size took nothing from them. */
  sharpness: Sharpness | null = null;
  /** True if pages were separated only to reach the size. */
  isSeparatedForSize = false;
  /** As requested. */
  options: CompressOptions;
  /** Causes for a file that exceeds the requested size; null if it fits. */
  missed: MissedTarget | null = null;
  /** MRC result for scanned pages; null before the images pass. */
  separation: MrcReport | null = null;
  /** Scanned pages that became one bit; null before the images pass. */
  ink: InkReport | null = null;
  /** Losses on pages of the input. */
  damage: DamageReport;
  readonly #warnings: Warning[] = [];
  readonly #input: Uint8Array;
  readonly #facts: DocumentFacts;
  readonly #repairs: readonly string[];

  constructor(input: Uint8Array, options: CompressOptions, facts: DocumentFacts, doc: PdfDocument) {
    this.#input = input;
    this.options = options;
    this.#facts = facts;
    this.#repairs = doc.repairs;
    this.damage = damageOf(doc);
    if (doc.repairs.length > 0) this.warn('repaired');
  }

  warn(warning: Warning): void {
    if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
  }

  changed(output: Pieces): PiecedResult {
    if ((this.options.linearize || isLinearized(this.#input)) && !isLinearized(output))
      this.warn('not-linearized');
    return { file: output, report: this.#report(output.length, false) };
  }

  /** Adds the pages of images that turned out to be damaged. */
  addUnreadImages(doc: PdfDocument): void {
    const unread = new Set(
      this.images.flatMap(({ object, outcome }) =>
        outcome.kind === 'kept' && outcome.reason === 'damaged-data' ? [object] : [],
      ),
    );
    if (unread.size === 0) return;
    const refs = [...contextEntries(doc.context).keys()].filter(({ objectNumber }) =>
      unread.has(objectNumber),
    );
    const shown = pagesThatShow(doc, new Set(refs));
    const pages = [...new Set([...this.damage.pages, ...shown])].sort((a, b) => a - b);
    this.damage = { ...this.damage, pages };
  }

  /** For a file that comes back although passes made something of it. */
  forgetPasses(): void {
    this.passes.length = 0;
    this.images.length = 0;
  }

  /** Returns the input itself with its report. */
  unchanged(warning?: Warning, checkFailure?: string): PiecedResult {
    if (warning !== undefined) this.warn(warning);
    if (this.options.linearize && !isLinearized(this.#input)) this.warn('not-linearized');
    const report = this.#report(this.#input.length, true);
    const file = new Pieces([this.#input]);
    return { file, report: checkFailure === undefined ? report : { ...report, checkFailure } };
  }

  #report(outputBytes: number, unchanged: boolean): CompressReport {
    const { targetSize, jbig2Symbols } = this.options;
    const bilevel = this.options.bilevel === 'near' ? bilevelOf(unchanged ? [] : this.images) : null;
    if (bilevel !== null && bilevel.images > 0) this.warn('bilevel-near');
    if (targetSize > 0 && outputBytes > targetSize) this.warn('target-missed');
    if (!unchanged && this.separation !== null && this.separation.pages.length > 0) this.warn('mrc-applied');
    if (!unchanged && this.ink !== null && this.ink.pages.length > 0) this.warn('ink-applied');
    const jbig2 = jbig2Counts(this.images, unchanged ? 'before' : 'after');
    if (jbig2 !== null && jbig2.symbols > 0 && !jbig2Symbols) this.warn('symbols-kept');
    return {
      inputSize: this.#input.length,
      outputSize: outputBytes,
      ratio: unchanged ? 1 : outputBytes / this.#input.length,
      unchanged,
      options: this.options,
      ...(targetSize > 0 ? { target: this.#target(targetSize, outputBytes, unchanged) } : {}),
      warnings: this.#warnings,
      repairs: this.#repairs,
      ...(this.damage.pages.length + this.damage.missingPages === 0 ? {} : { damage: this.damage }),
      document: this.#facts,
      passes: this.passes,
      images: this.images,
      ...(this.options.mrc === 'auto' || this.isSeparatedForSize ? { mrc: this.#separation(unchanged) } : {}),
      ...(this.options.ink === 'off' ? {} : { ink: this.#ink(unchanged) }),
      ...(bilevel === null ? {} : { bilevel }),
      ...(jbig2 === null ? {} : { jbig2 }),
      fonts: this.fonts,
      ...(this.profiles.length === 0 ? {} : { profiles: this.profiles }),
    };
  }

  /** When the input was returned, no page became anything, whatever was tried. */
  #separation(unchanged: boolean): MrcReport {
    if (this.separation !== null && !unchanged) return this.separation;
    return { pages: [], skipped: this.separation?.skipped ?? this.#allSkipped() };
  }

  #ink(unchanged: boolean): InkReport {
    if (this.ink !== null && !unchanged) return this.ink;
    return { pages: [], skipped: this.ink?.skipped ?? this.#allSkipped() };
  }

  #allSkipped(): Partial<Record<MrcRefusal, number>> {
    return { [this.#warnings.includes('signed') ? 'signed' : 'not-smaller']: this.#facts.pages };
  }

  #target(bytes: number, reachedBytes: number, unchanged: boolean): TargetReport {
    const sharpness = unchanged ? null : this.sharpness;
    return {
      requestedSize: bytes,
      size: reachedBytes,
      ...(sharpness === null ? {} : { applied: sharpness }),
      ...(this.isSeparatedForSize && !unchanged ? { chosen: 'mrc' } : {}),
      ...(this.missed === null ? {} : { missed: this.missed }),
    };
  }
}

function bilevelOf(images: readonly ImageReport[]): BilevelReport {
  const moved = images.flatMap((image) => image.moved ?? []);
  const exact: Partial<Record<ExactReason, number>> = {};
  for (const { stayedExact: reason } of images) {
    if (reason !== undefined) exact[reason] = (exact[reason] ?? 0) + 1;
  }
  return {
    images: moved.length,
    pixels: moved.reduce((sum, { pixels }) => sum + pixels, 0),
    longestRun: moved.reduce((longest, { longestRun }) => Math.max(longest, longestRun), 0),
    exact,
  };
}

/** Returns null if no image is JBIG2. */
function jbig2Counts(
  images: readonly ImageReport[],
  when: 'before' | 'after',
): Readonly<Record<Jbig2Coding, number>> | null {
  const codings = images.flatMap(({ jbig2 }) => jbig2?.[when] ?? []);
  if (codings.length === 0) return null;
  const symbols = codings.filter((coding) => coding === 'symbols').length;
  return { generic: codings.length - symbols, symbols };
}
