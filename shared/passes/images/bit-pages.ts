import type {
  MeasuredPage,
  PageJob,
  PageResult,
  SymbolsJob,
} from '../../image-jobs/bilevel/bilevel-pages.ts';
import { type EncodedImage, encodedBytes, GLOBALS_ENTRY_BYTES } from '../../image-jobs/encoded-image.ts';
import { type ImageResult, kept, type ReplacedImage } from '../../image-jobs/types.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { ExactReason } from '../../report.ts';
import { LOST, type Lost, type ResultOf } from '../../work/job.ts';
import { ownCopy } from '../../work/transferables.ts';
import type { WorkContext } from '../work-context.ts';
import type { GatheredPage } from './image-jobs.ts';

/** Maximum pages per group: more gain little, and a single thread finds all symbols of a group. */
const MAX_PAGES = 64;
/** Maximum decoded bytes per group: 16 pages of A4 at 300 dpi. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Threads code the pages of one group while another thread finds the next group's symbols. */
const GROUPS_UNDER_WAY = 2;
/** Overhead of a stream, in bytes. */
const GLOBALS_OBJECT_BYTES = 60;
/** Groups that save less may be even smaller without shared symbols. */
const LITTLE_BYTES = 16_384;

interface Gathered {
  /** Index of its result. */
  readonly at: number;
  readonly page: MeasuredPage;
  readonly storedBytes: number;
  /** Reason why no pixel of this page may move; only if the option allows moving. */
  readonly exactReason: ExactReason | undefined;
}

export interface CodedAt {
  readonly at: number;
  readonly result: ImageResult;
}

/** Pages that were coded together, without lost ones. */
interface CodedPages {
  readonly globals: Uint8Array | null;
  readonly pages: readonly (PageResult | Lost)[];
}

/**
 * Collects one-bit pages and codes them in groups, so that shared symbols are stored once (`/JBIG2Globals`).
 * Groups depend on the pages alone, so that the bytes do not depend on threads; one group is coded while the
 * next one is collected.
 */
export class BitPages {
  readonly #ctx: Pick<WorkContext, 'threads'>;
  readonly #coded: CodedAt[] = [];
  #group: Gathered[] = [];
  #bytes = 0;
  #underWay: readonly Promise<void>[] = [];

  constructor(ctx: Pick<WorkContext, 'threads'>) {
    this.#ctx = ctx;
  }

  /** Adds a page; waits if too many groups are in work. */
  async add(at: number, { stream }: Pick<ImageXObject, 'stream'>, gathered: GatheredPage): Promise<void> {
    const { kind: _, exactReason, ...page } = gathered;
    const isFull = this.#group.length === MAX_PAGES || this.#bytes + page.rows.length > MAX_BYTES;
    if (isFull && this.#group.length > 0) await this.#next();
    this.#group.push({ at, page, storedBytes: stream.contents.length, exactReason });
    this.#bytes += page.rows.length;
  }

  /** Starts coding the collected pages: no more pages follow for now. */
  codeGathered(): void {
    if (this.#group.length > 0) void this.#next();
  }

  async finish(): Promise<readonly CodedAt[]> {
    this.codeGathered();
    await Promise.all(this.#underWay);
    return this.#coded;
  }

  /** Starts the collected group as soon as a slot is free, then resolves. */
  #next(): Promise<void> {
    const group = this.#group;
    this.#group = [];
    this.#bytes = 0;
    const room = this.#underWay.length === GROUPS_UNDER_WAY ? this.#underWay[0]! : Promise.resolve();
    const coding = room.then(() => this.#code(group));
    this.#underWay = [...this.#underWay.slice(1 - GROUPS_UNDER_WAY), coding];
    // The later await reports the failure.
    coding.catch(() => {});
    return room;
  }

  async #code(group: readonly Gathered[]): Promise<void> {
    const together = await this.#codeTogether(group.map(({ page }) => page));
    const results = worthwhile(group, await this.#withoutLittleShared(together));
    for (const [index, { at }] of group.entries()) this.#coded.push({ at, result: results[index]! });
  }

  async #codeTogether(pages: readonly MeasuredPage[]): Promise<CodedPages> {
    const found = await this.#run({ kind: 'symbols', pages });
    if (found.kind === 'lost') return { globals: null, pages: pages.map(() => LOST) };
    return { globals: found.globals, pages: await Promise.all(found.pages.map((page) => this.#run(page))) };
  }

  /** Codes the pages without shared symbols if that is smaller, which is possible if they share little. */
  async #withoutLittleShared(together: CodedPages): Promise<CodedPages> {
    const { globals, pages } = together;
    const sharing = pages.filter(needsGlobals);
    const takes = sharing.reduce((sum, { image }) => sum + encodedBytes(image), globals?.length ?? 0);
    if (sharing.length === 0 || takes >= LITTLE_BYTES) return together;
    const alone = await Promise.all(sharing.map(({ page }) => this.#codeTogether([page])));
    const byPage = new Map(sharing.map((page, index) => [page, alone[index]!.pages[0]!]));
    const bytes = [...byPage.values()].reduce((sum, page) => sum + codedBytes(page), 0);
    const around = GLOBALS_OBJECT_BYTES + sharing.length * GLOBALS_ENTRY_BYTES;
    if (bytes > takes + around) return together;
    return { globals: null, pages: pages.map((page) => (needsGlobals(page) ? byPage.get(page)! : page)) };
  }

  #run<Job extends PageJob | SymbolsJob>(job: Job): Promise<ResultOf<Job> | Lost> {
    const { threads } = this.#ctx;
    return threads.areOpen ? threads.run(ownCopy(job), () => threads.runHere(job)) : threads.runHere(job);
  }
}

function needsGlobals(page: PageResult | Lost): page is PageResult {
  return page.kind === 'page' && page.needsGlobals;
}

function codedBytes(page: PageResult | Lost): number {
  return page.kind === 'lost' ? Number.POSITIVE_INFINITY : encodedBytes(page.image);
}

/** Returns each page that became smaller; without pages that need the globals, if those cost more than they save. */
function worthwhile(group: readonly Gathered[], { globals, pages }: CodedPages): readonly ImageResult[] {
  const savings = pages.map((page, index) => group[index]!.storedBytes - codedBytes(page));
  const savedByShared = savings.reduce(
    (sum, saving, index) => sum + (needsGlobals(pages[index]!) ? Math.max(0, saving) : 0),
    0,
  );
  const isWorth = globals !== null && savedByShared > globals.length + GLOBALS_OBJECT_BYTES;
  return pages.map((page, index) => {
    if (page.kind === 'lost') return kept('worker-failed');
    const isTaken = savings[index]! > 0 && (isWorth || !page.needsGlobals);
    if (!isTaken) return kept('not-smaller');
    return {
      kind: 'replaced',
      image: withGlobals(page, globals),
      ...whatMoved(page, group[index]!.exactReason),
    };
  });
}

/** Empty if no pixel was to move. */
function whatMoved(
  { page, moved }: PageResult,
  exactReason: ExactReason | undefined,
): Pick<ReplacedImage, 'moved' | 'stayedExact'> {
  if (exactReason !== undefined) return { stayedExact: exactReason };
  if (!page.mayMove) return {};
  if (moved === null || moved.moved === 0) return { stayedExact: 'little-gain' };
  if (moved.broken.length > 0) return { stayedExact: 'rule-broken' };
  return { moved: { pixels: moved.moved, longestRun: moved.longestRun } };
}

function withGlobals({ image, needsGlobals }: PageResult, globals: Uint8Array | null): EncodedImage {
  if (!needsGlobals || globals === null || image.data.kind !== 'jbig2') return image;
  return { ...image, data: { ...image.data, globals } };
}
