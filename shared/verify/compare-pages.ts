import type { Host } from '../host.ts';
import { appendAll } from '../lists.ts';
import type { CategoryResult, Loss, MovedPixelsFound, VerifiedKind } from '../verification.ts';
import { PageContent } from './content/page-content.ts';
import type { PageMarks } from './content/page-marks.ts';
import type { PagePairs } from './pair-pages.ts';
import { comparePictures } from './pictures/compare-pictures.ts';
import { withMoved } from './pictures/moved-pixels.ts';
import { PictureLooks } from './pictures/picture-looks.ts';
import type { Reading } from './reading.ts';
import { compareText } from './text/compare-text.ts';

/** Result for the content and marks of all pages. */
export interface PagesComparison {
  readonly text: CategoryResult;
  readonly pictures: CategoryResult;
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

const NO_MARKS: PageMarks = { glyphs: [], pictures: [], markedContent: [], layers: [], isWhole: true };

/** Compares page by page, so that only two pages are in memory at a time. */
export async function comparePages(
  before: Reading,
  after: Reading,
  { toAfter, toBefore }: PagePairs,
  { host, signal, onPage }: PagesOptions,
): Promise<PagesComparison> {
  const contents = { before: new PageContent(before), after: new PageContent(after) };
  const looks = new PictureLooks(host, before.doc.limits);
  const text = new Total('text');
  const pictures = new Total('pictures');
  const marks: Loss[] = [];
  const onLayers: Loss[] = [];
  let inPlace = 0;
  let movedPixels: MovedPixelsFound | null = null;
  for (const [index, page] of before.pages.entries()) {
    signal?.throwIfAborted();
    const partner = toAfter[index] ?? null;
    const was = contents.before.marksOf(page);
    const is = partner === null ? NO_MARKS : contents.after.marksOf(after.pages[partner]);
    const words = compareText(was.glyphs, is.glyphs);
    const shown = await comparePictures(was.pictures, is.pictures, looks);
    for (const moved of shown.moved) movedPixels = withMoved(movedPixels, moved);
    // If both contents are unreadable after a point, the rest was not compared.
    text.add(index, words, was.isWhole && is.isWhole ? 0 : 1);
    pictures.add(index, shown, 0);
    appendAll(marks, missing(was.markedContent, is.markedContent, index, 'marked content'));
    appendAll(onLayers, missing(was.layers, is.layers, index, 'content on layer'));
    inPlace += words.inPlace + shown.before - shown.losses.length;
    onPage?.(index + 1, before.pages.length);
  }
  for (const [index, partner] of toBefore.entries()) {
    if (partner !== null) continue;
    const { glyphs, pictures: drawn } = contents.after.marksOf(after.pages[index]);
    text.addNew(compareText([], glyphs));
    pictures.addNew({ after: drawn.length, added: drawn.length });
  }
  return { text: text.result, pictures: pictures.result, marks, onLayers, inPlace, movedPixels };
}

interface OnePage {
  readonly before: number;
  readonly after: number;
  readonly losses: readonly Omit<Loss, 'page'>[];
  readonly added: number;
  readonly notCompared: number;
}

/** Sums results over pages. */
class Total {
  readonly #kind: VerifiedKind;
  readonly #losses: Loss[] = [];
  #before = 0;
  #after = 0;
  #added = 0;
  #notCompared = 0;

  constructor(kind: VerifiedKind) {
    this.#kind = kind;
  }

  add(index: number, { before, after, losses, added, notCompared }: OnePage, notRead: number): void {
    this.#before += before;
    this.#notCompared += notCompared + notRead;
    this.addNew({ after, added });
    for (const loss of losses) this.#losses.push({ ...loss, page: index + 1 });
  }

  addNew({ after, added }: Pick<OnePage, 'after' | 'added'>): void {
    this.#after += after;
    this.#added += added;
  }

  get result(): CategoryResult {
    return {
      kind: this.#kind,
      before: this.#before,
      after: this.#after,
      lost: this.#losses.length,
      added: this.#added,
      notCompared: this.#notCompared,
      losses: this.#losses,
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
