import type { Host } from '../host.ts';
import { appendAll } from '../lists.ts';
import type { Addition, CategoryResult, Loss, MovedPixelsFound, VerifiedKind } from '../verification.ts';
import { PageContent } from './content/page-content.ts';
import { MarksDraft, type PageMarks } from './content/page-marks.ts';
import type { Cover } from './covers.ts';
import { compareDrawings, type DrawingComparison } from './drawings/compare-drawings.ts';
import { type Item, item } from './item.ts';
import type { PagePairs } from './pair-pages.ts';
import { comparePictures, type PictureComparison } from './pictures/compare-pictures.ts';
import { withMoved } from './pictures/moved-pixels.ts';
import { PictureLooks } from './pictures/picture-looks.ts';
import type { Reading } from './reading.ts';
import { compareText, type TextComparison } from './text/compare-text.ts';

/** Categories that are read from the content of pages. */
export type ShownKind =
  | 'text'
  | 'reading-order'
  | 'pictures'
  | 'resolution'
  | 'drawings'
  | 'colors'
  | 'fonts';

/** Result for the content and marks of all pages. */
export interface PagesComparison {
  readonly shown: Readonly<Record<ShownKind, CategoryResult>>;
  /** Attributes for print by page; pages after have the numbers of their counterparts. */
  readonly print: { readonly before: readonly Item[]; readonly after: readonly Item[] };
  /** The same for texts that are read or copied instead of marked content. */
  readonly spoken: { readonly before: readonly Item[]; readonly after: readonly Item[] };
  /** Marked content that was removed from pages, which tags may refer to. */
  readonly marks: readonly Loss[];
  /** Content that is no longer on a layer. */
  readonly onLayers: readonly Loss[];
  /** Words and images with a counterpart at their position in the other document. */
  readonly inPlace: number;
  /** For one-bit images; null if all are the same. */
  readonly movedPixels: MovedPixelsFound | null;
}

export interface PagesOptions {
  readonly host: Host;
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

const NO_MARKS: PageMarks = new MarksDraft();

/** Compares page by page, so that only two pages are in memory at a time. */
export async function comparePages(
  before: Reading,
  after: Reading,
  { toAfter, toBefore }: PagePairs,
  { host, signal, onPage }: PagesOptions,
): Promise<PagesComparison> {
  const contents = { before: new PageContent(before), after: new PageContent(after) };
  const looks = new PictureLooks(host, before.doc.limits);
  const totals = {
    text: new Total('text'),
    'reading-order': new Total('reading-order'),
    pictures: new Total('pictures'),
    resolution: new Total('resolution'),
    drawings: new Total('drawings'),
    colors: new Total('colors'),
    fonts: new Total('fonts'),
  } satisfies Record<ShownKind, Total>;
  const marks: Loss[] = [];
  const onLayers: Loss[] = [];
  const print = { before: [] as Item[], after: [] as Item[] };
  const spoken = { before: [] as Item[], after: [] as Item[] };
  let inPlace = 0;
  let movedPixels: MovedPixelsFound | null = null;
  for (const [index, page] of before.pages.entries()) {
    signal?.throwIfAborted();
    const partner = toAfter[index] ?? null;
    const was = contents.before.marksOf(page);
    const is = partner === null ? NO_MARKS : contents.after.marksOf(after.pages[partner]!);
    const drawn = compareDrawings(was.shapes, is.shapes, was);
    const covers: Cover[] = drawn.added.filter(({ isCover }) => isCover);
    const shown = await comparePictures(was.pictures, is.pictures, looks, covers);
    const words = compareText(was.glyphs, is.glyphs, [...covers, ...shown.covers]);
    for (const moved of shown.moved) movedPixels = withMoved(movedPixels, moved);
    const add = (kind: ShownKind, result: OnePage, notRead = 0) =>
      totals[kind].add(index, partner, result, notRead);
    // If both contents are unreadable after a point, the rest was not compared.
    add('text', words, was.isWhole && is.isWhole ? 0 : 1);
    add('reading-order', onlyLosses(stillThere(words), words.reordered));
    add('pictures', shown);
    add('resolution', onlyLosses(stillThere(shown), shown.coarser));
    add('drawings', drawn);
    add('colors', partner === null ? NOTHING : pageColors(words, shown, drawn));
    add('fonts', onlyLosses(words.fonts.before, words.fonts.losses));
    appendAll(print.before, printItems(was, index));
    if (partner !== null) appendAll(print.after, printItems(is, index));
    appendAll(spoken.before, spokenItems(was, index));
    appendAll(spoken.after, spokenItems(is, index));
    const isInOrder = words.reordered.length === 0;
    appendAll(marks, missing(was.markedContent, is.markedContent, index, 'marked content'));
    if (isInOrder) appendAll(marks, exchanged(was.markedContent, is.markedContent, index, 'marked content'));
    appendAll(onLayers, missing(was.layers, is.layers, index, 'content on layer'));
    if (isInOrder) appendAll(onLayers, exchanged(was.layers, is.layers, index, 'content on layer'));
    inPlace += words.inPlace + shown.inPlace;
    onPage?.(index + 1, before.pages.length);
  }
  for (const [index, partner] of toBefore.entries()) {
    if (partner !== null) continue;
    const { glyphs, pictures, shapes } = contents.after.marksOf(after.pages[index]!);
    totals.text.addNew(index, compareText([], glyphs));
    totals.pictures.addNew(index, await comparePictures([], pictures, looks, []));
    totals.drawings.addNew(index, compareDrawings([], shapes));
  }
  // The cast: the same kinds.
  const results = Object.fromEntries(Object.entries(totals).map(([kind, { result }]) => [kind, result]));
  return { shown: results as PagesComparison['shown'], print, spoken, marks, onLayers, inPlace, movedPixels };
}

function printItems({ print }: PageMarks, page: number): Item[] {
  return [...print].sort().map((name) => item({ name, page }));
}

function spokenItems({ spoken }: PageMarks, page: number): Item[] {
  return spoken.map((name) => item({ name, page }));
}

const NOTHING: OnePage = { before: 0, after: 0, losses: [], additions: [], notCompared: 0 };

function onlyLosses(before: number, losses: OnePage['losses']): OnePage {
  return { before, after: before, losses, additions: [], notCompared: 0 };
}

/** Number of items that are not gone, so that they can have the same color, order or resolution. */
function stillThere({ before, losses }: Pick<OnePage, 'before' | 'losses'>): number {
  return before - losses.filter(({ change }) => change === 'removed').length;
}

/** All colors of a page; first the page as a whole, if nothing of it is in color any more. */
function pageColors(words: TextComparison, shown: PictureComparison, drawn: DrawingComparison): OnePage {
  const losses = [...shown.colors, ...words.colors, ...drawn.colors];
  const isGray =
    !words.isColored.after && !shown.isColored && losses.every(({ after }) => after?.startsWith('gray'));
  const page = { change: 'changed' as const, name: 'the page', before: 'in color', after: 'gray' };
  return onlyLosses(
    stillThere(words) + stillThere(shown) + stillThere(drawn),
    losses.length > 0 && isGray ? [page, ...losses] : losses,
  );
}

interface OnePage {
  readonly before: number;
  readonly after: number;
  readonly losses: readonly Omit<Loss, 'page'>[];
  readonly additions: readonly string[];
  readonly notCompared: number;
}

/** Sums results over pages. */
class Total {
  readonly #kind: VerifiedKind;
  readonly #losses: Loss[] = [];
  #before = 0;
  #after = 0;
  readonly #additions: Addition[] = [];
  #notCompared = 0;

  constructor(kind: VerifiedKind) {
    this.#kind = kind;
  }

  add(index: number, partner: number | null, page: OnePage, notRead: number): void {
    const { before, losses, notCompared } = page;
    this.#before += before;
    this.#notCompared += notCompared + notRead;
    this.addNew(partner, page);
    for (const loss of losses) this.#losses.push({ ...loss, page: index + 1 });
  }

  /** @param index of the page in the document after */
  addNew(index: number | null, { after, additions }: Pick<OnePage, 'after' | 'additions'>): void {
    this.#after += after;
    for (const name of additions) this.#additions.push({ page: index === null ? null : index + 1, name });
  }

  get result(): CategoryResult {
    return {
      kind: this.#kind,
      before: this.#before,
      after: this.#after,
      lost: this.#losses.length,
      added: this.#additions.length,
      notCompared: this.#notCompared,
      losses: this.#losses,
      additions: this.#additions,
    };
  }
}

function missing(
  before: readonly (number | string)[],
  after: readonly (number | string)[],
  index: number,
  word: string,
): Loss[] {
  const left = new Set(after);
  return [...new Set(before)]
    .filter((each) => !left.has(each))
    .map((each) => ({ change: 'removed' as const, page: index + 1, name: `${word} ${each}` }));
}

/** Names the first piece of content that has another one's mark or layer, if all marks are still there. */
function exchanged(
  before: readonly (number | string)[],
  after: readonly (number | string)[],
  index: number,
  word: string,
): Loss[] {
  const at = before.findIndex((each, place) => each !== after[place]);
  if (at < 0 || before.length !== after.length || missing(before, after, index, word).length > 0) return [];
  return [
    {
      change: 'changed',
      page: index + 1,
      name: `${word} ${before[at]}`,
      before: String(before[at]),
      after: String(after[at]),
    },
  ];
}
