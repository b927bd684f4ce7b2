import type { BitPage } from '../../image-jobs/bilevel-form.ts';
import type { PagesResult } from '../../image-jobs/bit-pages.ts';
import { encodedBytes } from '../../image-jobs/encoded-image.ts';
import { type ImageJobResult, kept } from '../../image-jobs/types.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { WorkContext } from '../work-context.ts';

/** Pages that are coded together: more gain little, and one thread does them all. */
const MOST_PAGES = 64;
/** Of them together, unpacked: 16 of A4 at 300 dpi. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A stream of its own in the file. */
const GLOBALS_OBJECT_BYTES = 60;

interface Gathered {
  /** Where its result belongs. */
  readonly at: number;
  readonly page: BitPage;
  readonly storedBytes: number;
}

export interface CodedAt {
  readonly at: number;
  readonly result: ImageJobResult;
}

/**
 * Pages of one bit as they come, coded in groups so that what several of them show is told once (`/JBIG2Globals`).
 * Groups follow from the pages alone, so that the bytes do not depend on threads; one is coded while the next gathers.
 */
export class BitPages {
  readonly #ctx: Pick<WorkContext, 'threads'>;
  readonly #coded: CodedAt[] = [];
  #group: Gathered[] = [];
  #bytes = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(ctx: Pick<WorkContext, 'threads'>) {
    this.#ctx = ctx;
  }

  /** Takes the bits of one page; waits where two groups were to be coded at a time. */
  async add(at: number, { stream }: Pick<ImageXObject, 'stream'>, page: BitPage): Promise<void> {
    const isFull = this.#group.length === MOST_PAGES || this.#bytes + page.rows.length > MOST_BYTES;
    if (isFull && this.#group.length > 0) await this.#next();
    this.#group.push({ at, page, storedBytes: stream.contents.length });
    this.#bytes += page.rows.length;
  }

  async finish(): Promise<readonly CodedAt[]> {
    if (this.#group.length > 0) await this.#next();
    await this.#underWay;
    return this.#coded;
  }

  async #next(): Promise<void> {
    await this.#underWay;
    const group = this.#group;
    this.#group = [];
    this.#bytes = 0;
    this.#underWay = this.#code(group);
    // Whoever waits for it hears of it.
    this.#underWay.catch(() => {});
  }

  async #code(group: readonly Gathered[]): Promise<void> {
    const { threads } = this.#ctx;
    const job = { kind: 'pages', pages: group.map(({ page }) => page) } as const;
    const result = threads.areOpen ? await threads.run(job) : await threads.runHere(job);
    const results = result.kind === 'lost' ? group.map(() => kept('job-failed')) : worthwhile(group, result);
    for (const [index, { at }] of group.entries()) this.#coded.push({ at, result: results[index] });
  }
}

/** Each page that is smaller than it was; where what they share takes more than they save, only those without. */
function worthwhile(group: readonly Gathered[], { globals, pages }: PagesResult): readonly ImageJobResult[] {
  const images = pages.map(({ image, needsGlobals }) =>
    needsGlobals && globals !== null && image.data.kind === 'jbig2'
      ? { ...image, data: { ...image.data, globals } }
      : image,
  );
  const savings = images.map((image, index) => group[index].storedBytes - encodedBytes(image));
  const savedByShared = savings.reduce(
    (sum, saving, index) => sum + (pages[index].needsGlobals ? Math.max(0, saving) : 0),
    0,
  );
  const isWorth = globals !== null && savedByShared > globals.length + GLOBALS_OBJECT_BYTES;
  return images.map((image, index) =>
    savings[index] > 0 && (isWorth || !pages[index].needsGlobals)
      ? { kind: 'replaced', image }
      : kept('not-smaller'),
  );
}
