/**
 * Moves drawings that several pages repeat inside their contents into forms: logos, letterheads, frames, lines of
 * forms. Programs without templates write them into each page again, and no other pass finds them there.
 *
 * Painting stays exactly the same, with the same order and state. This is checked by parsing both contents, once by
 * the standard and once as PDFium, which starts a form in the initial state. A run consists of whole operations:
 * `q`/`Q` blocks, paths, images; state that it sets is set again after the form (ISO 32000-2, 8.10). Not moved:
 * text, since pdf.js infers spaces and line ends only between letters of the same content, and extracted text must
 * stay equal; runs that save less than a form costs; marked content except artifacts; drawings with patterns, which
 * depend on their content's position, or with named states; uncertain names; content shared with other pages.
 */
import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import { contentStreams } from '../../pdf/content/streams.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { key, type PDFDict, PDFRef } from '../../pdf/objects.ts';
import { referenceCounts } from '../../pdf/walk.ts';
import { addXObject, InlinePlaces, type ResourcePlaces } from '../contents/inline-places.ts';
import { type ContentEdit, editedContent, replaceContent } from '../contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from '../pass.ts';
import { type DrawingUnit, drawingUnits } from './drawing-units.ts';
import { namesOn } from './names.ts';
import { paintTrace } from './paint-trace.ts';
import { promisedBytes } from './promised-bytes.ts';
import { type DrawingRun, type Repeated, repeatedRuns } from './repeated-runs.ts';
import { type DrawnForm, formOf } from './run-form.ts';

/** Longer contents are mostly unique drawings and slow to analyze. */
const MAX_CONTENT_BYTES = 2 * 1024 * 1024;
/** Maximum for all pages together. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
/** Below, no page has a run that is worth a form. */
const MIN_CONTENT_BYTES = 300;
/** Overhead: `12 0 obj<</Subtype/Form/BBox[…]/Resources<<…>>…>>stream … endstream endobj`, and its xref entry. */
const FORM_BYTES = 170;
/** ` /Inl1 Do`, and its name in the page's resources, both compressed. */
const USE_BYTES = 14;
/** A smaller gain is not worth another object. */
const MIN_GAIN = 200;
/** Share of the file that forms must promise: finding them takes far more time than most passes (`bench/README.md`). */
const MIN_SHARE = 0.005;
/** Pages that are analyzed first. If they share no run that may move, none of the others is analyzed. */
const MAX_SAMPLED = 16;

export const repeats: Pass = {
  id: 'dedupe',
  writes: ['content', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('dedupe');
    const pages = pagesWithContent(doc);
    if (pages.length < 2) return tally.report();
    const runs = repeatedRuns(pages.map(({ units }) => units));
    const worthy = new Worth(pages).of(runs);
    ctx.signal?.throwIfAborted();
    if (worthy.length === 0) return tally.report();
    const made = new FormsOfRuns(doc, ctx, pages).make(worthy);
    for (const page of made) tally.add(page === 'drawn' ? saved(0) : skipped('verification-failed'));
    return tally.report();
  },
};

interface PageUnits {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly part: ReturnType<typeof contentStreams>['pages'][number]['parts'][number];
  readonly content: Uint8Array;
  readonly units: readonly DrawingUnit[];
}

interface Candidate extends Omit<PageUnits, 'part' | 'units'> {
  readonly parts: readonly PageUnits['part'][];
  readonly promised: number;
}

function pagesWithContent(doc: PdfDocument): readonly PageUnits[] {
  const candidates = promisingPages(doc);
  const known = new Map<Candidate, readonly DrawingUnit[] | null>();
  const unitsIn = (candidate: Candidate) => {
    const units = known.get(candidate) ?? unitsOf(candidate);
    known.set(candidate, units);
    return units;
  };
  if (candidates.length < 2 || !haveRuns(candidates, unitsIn)) return [];
  const once = referenceCounts(doc.context);
  // Streams with a second role are not changed, nor are the pages that draw them.
  const shared = multiRoleStreams(doc);
  const own = candidates.filter(({ dict, parts }) => {
    const contents = dict.get(key('Contents'));
    const isOwn = !(contents instanceof PDFRef) || once.get(contents) === 1;
    return isOwn && parts.every((part) => !shared.has(part.ref));
  });
  return own.flatMap((candidate): PageUnits[] => {
    const units = unitsIn(candidate);
    return units === null ? [] : [{ ...candidate, part: candidate.parts[0]!, units }];
  });
}

/** Returns the pages with drawings that others share; none if forms promise too little. */
function promisingPages(doc: PdfDocument): readonly Candidate[] {
  const { pages } = contentStreams(doc);
  if (pages.length < 2) return [];
  let total = 0;
  const drawn = pages.flatMap(({ page: ref, dict, parts, isWhole }) => {
    if (!isWhole || parts.length === 0 || total > MAX_TOTAL_BYTES) return [];
    const content = pageContent(dict, doc.limits.streamBytes);
    if (content === null || content.length < MIN_CONTENT_BYTES || content.length > MAX_CONTENT_BYTES)
      return [];
    total += content.length;
    const storedBytes = parts.reduce((sum, { stream }) => sum + stream.contents.length, 0);
    return [{ ref, dict, parts, content, storedBytes }];
  });
  const promised = promisedBytes(drawn, { useBytes: USE_BYTES, formBytes: FORM_BYTES + MIN_GAIN });
  if (promised.reduce((sum, bytes) => sum + bytes, 0) < MIN_SHARE * doc.input.length) return [];
  return drawn.flatMap((page, at) => (promised[at]! > 0 ? [{ ...page, promised: promised[at]! }] : []));
}

/** Analyzes the most promising pages. */
function haveRuns(candidates: readonly Candidate[], unitsIn: typeof unitsOf): boolean {
  if (candidates.length <= MAX_SAMPLED) return true;
  const sample = [...candidates].sort((one, other) => other.promised - one.promised).slice(0, MAX_SAMPLED);
  return repeatedRuns(sample.map((candidate) => unitsIn(candidate) ?? [])).length > 0;
}

function unitsOf({ dict, ref, content }: Candidate): readonly DrawingUnit[] | null {
  const resolve = namesOn(dict, ref);
  return resolve === null ? null : drawingUnits(content, resolve);
}

/** Bytes that a run may save more in its content than alone: the end of a block, and codes that fit worse. */
const SLACK_BYTES = 40;

/** Chooses the runs whose places together save more than the form costs, estimated from the first place. */
class Worth {
  readonly #pages: readonly PageUnits[];
  readonly #packed = new Map<number, number>();

  constructor(pages: readonly PageUnits[]) {
    this.#pages = pages;
  }

  of(runs: readonly Repeated[]): readonly Repeated[] {
    return runs.filter((run) => this.#isWorth(run));
  }

  #isWorth(run: Repeated): boolean {
    const { content: at, start, end, before, after } = run[0]!;
    const { content } = this.#pages[at]!;
    const packed = (bytes: Uint8Array) => deflate(bytes, TRIAL_LEVEL).length;
    const states = after.changesSince(before).reduce((sum, { text }) => sum + text.length, 0) / 2;
    const alone = packed(content.subarray(start, end));
    const form = alone + FORM_BYTES;
    if ((alone + SLACK_BYTES - USE_BYTES - states) * run.length - form < MIN_GAIN) return false;
    const whole = this.#packed.get(at) ?? packed(content);
    this.#packed.set(at, whole);
    const each = whole - packed(editedContent(content, [{ start, end, text: '' }])) - USE_BYTES;
    return (each - states) * run.length - form >= MIN_GAIN;
  }
}

class FormsOfRuns {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #pages: readonly PageUnits[];
  readonly #places: InlinePlaces;
  readonly #pageOf: ReadonlyMap<PDFDict, PDFRef>;

  constructor(doc: PdfDocument, ctx: PassContext, pages: readonly PageUnits[]) {
    this.#doc = doc;
    this.#ctx = ctx;
    this.#pages = pages;
    this.#places = new InlinePlaces(doc);
    this.#pageOf = new Map(pages.map(({ dict, ref }) => [dict, ref]));
  }

  /** Returns the result for each page with a run. */
  make(repeated: readonly Repeated[]): readonly ('drawn' | 'kept')[] {
    const usedOn = new Map<number, { run: DrawingRun; form: DrawnForm }[]>();
    for (const runs of repeated) {
      const usable = runs.filter(({ content }) => this.#placesOf(content) !== null);
      if (usable.length < 2) continue;
      const boxes = usable.map(({ content, matrix }) => ({ page: this.#pages[content]!.dict, matrix }));
      const first = usable[0]!;
      const page = this.#pages[first.content]!;
      const form = formOf(first, page, boxes, this.#places.freshName());
      if (form === null) continue;
      for (const run of usable) {
        const list = usedOn.get(run.content) ?? [];
        list.push({ run, form });
        usedOn.set(run.content, list);
      }
    }
    const refs = new Map<DrawnForm, PDFRef>();
    return [...usedOn].sort(([a], [b]) => a - b).map(([at, uses]) => this.#redraw(at, uses, refs));
  }

  #placesOf(content: number): ResourcePlaces | null {
    const { dict, part } = this.#pages[content]!;
    return this.#places.of({ pages: [dict], stream: part.stream });
  }

  #redraw(
    at: number,
    uses: readonly { readonly run: DrawingRun; readonly form: DrawnForm }[],
    refs: Map<DrawnForm, PDFRef>,
  ): 'drawn' | 'kept' {
    const page = this.#pages[at]!;
    const places = this.#placesOf(at);
    const edits = uses.map(({ run, form }): ContentEdit => {
      const states = run.after.changesSince(run.before).map(({ text }) => text);
      return { start: run.start, end: run.end, text: [` /${form.name} Do`, ...states, ''].join('\n') };
    });
    const content = editedContent(page.content, edits);
    const forms = new Map(uses.map(({ form }) => [form.name, form.content]));
    if (places === null || !paintsTheSame(page.content, content, forms)) return 'kept';
    replaceContent(this.#doc, this.#ctx.changes, page, content);
    for (const form of new Set(uses.map((use) => use.form))) {
      const ref = refs.get(form) ?? this.#doc.context.register(form.stream);
      refs.set(form, ref);
      addXObject(places, form.name, ref, this.#ctx.changes, (dict) => this.#pageOf.get(dict)!);
    }
    return 'drawn';
  }
}

function paintsTheSame(
  before: Uint8Array,
  after: Uint8Array,
  forms: ReadonlyMap<string, Uint8Array>,
): boolean {
  const wanted = paintTrace(before, new Map(), 'inherits');
  return (['inherits', 'initial'] as const).every((start) => {
    const found = paintTrace(after, forms, start);
    return (
      wanted !== null && found?.length === wanted.length && found.every((each, at) => each === wanted[at])
    );
  });
}
