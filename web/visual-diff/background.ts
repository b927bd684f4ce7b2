import type { CompressReport } from '../../shared/index.ts';
import { isActive, isComparable, type Job, picturedBlob, type Result } from '../jobs/job.ts';
import { isLargeFile } from '../worker/background-turns.ts';
import { type Device, isHandheld } from '../worker/device.ts';
import { memoryBudget } from '../worker/memory-budget.ts';
import type { Fetching } from './assets.ts';
import type { PagePictures } from './page-pictures.ts';
import { NOT_COMPARED } from './proof.ts';
import type { DiffStore } from './proof-store.ts';
import type { RenderSession } from './session.ts';
import type { OpenRequest } from './wire.ts';

/** Larger results are compared only on request, by opening the file. */
export interface BackgroundLimits {
  readonly pages: number;
  readonly bytes: number;
  /** Pixels of the document's largest image, which is decoded completely for rendering. */
  readonly pixels: number;
}

/** pdf.js with two open documents, beside idle workers. */
const DRAWING_BYTES = 100_000_000;
/** A JPEG's coefficients, its samples, the canvas they are drawn on, and the browser's copy of that. */
const BYTES_PER_PIXEL = 16;

/** Decoding a larger image takes more memory than idle workers hold. */
const LARGE_PIXELS = 8_000_000;

export function backgroundLimits(device: Device): BackgroundLimits {
  const pixels = Math.max(0, (memoryBudget(device) - DRAWING_BYTES) / BYTES_PER_PIXEL);
  return isHandheld(device)
    ? { pages: 8, bytes: 8_000_000, pixels }
    : { pages: 24, bytes: 24_000_000, pixels };
}

/** The part of a session that is used here. */
export type BackgroundSession = Pick<
  RenderSession,
  'pages' | 'compare' | 'thumbnail' | 'lacksAssets' | 'end'
>;
type OpenSession = (
  request: OpenRequest,
  fetching: Fetching,
  signal: AbortSignal,
) => Promise<BackgroundSession>;

export interface BackgroundParts {
  /** Opens two documents. Only comparisons on request may fetch missing assets. */
  readonly open: OpenSession;
  /** Whether the assets for rendering are loaded. */
  readonly isReady: () => boolean;
  /** Waits for a turn among background tasks; a large file runs alone. Returns the function that ends the turn. */
  readonly takeTurn: (isLarge: boolean) => Promise<() => void>;
  readonly store: DiffStore;
  /** Null on devices that are short of memory: no page is drawn for the list. */
  readonly pictures: PagePictures | null;
  readonly limits: BackgroundLimits;
}

/**
 * Compares the pages of small results while idle, one file after the other, using only loaded assets, since the page
 * sends no requests after the first file. Results that need more wait for a request.
 */
export class BackgroundComparer {
  readonly #open: OpenSession;
  readonly #isReady: () => boolean;
  readonly #takeTurn: BackgroundParts['takeTurn'];
  readonly #store: DiffStore;
  readonly #pictures: PagePictures | null;
  readonly #limits: BackgroundLimits;
  /** Results whose page 1 was drawn, or can't be. */
  readonly #pictured = new WeakSet<Blob>();
  /** Results to be compared on request, whatever their size. */
  readonly #asked = new WeakSet<Blob>();
  /** Results that need missing assets, such as the CMaps of CJK encodings. */
  readonly #lacking = new WeakSet<Blob>();
  #jobs: readonly Job[] = [];
  #holds = 0;
  #running: { readonly result: Blob; readonly stop: () => void } | null = null;

  constructor({ open, isReady, takeTurn, store, pictures, limits }: BackgroundParts) {
    this.#open = open;
    this.#isReady = isReady;
    this.#takeTurn = takeTurn;
    this.#store = store;
    this.#pictures = pictures;
    this.#limits = limits;
  }

  /** Called at every change of the jobs. */
  follow(jobs: readonly Job[]): void {
    this.#jobs = jobs;
    this.#pictures?.keepOnly(
      jobs.flatMap(({ state }) => (state.kind === 'done' ? picturedBlob(state.result) : [])),
    );
    this.#turn();
  }

  /** Compares these results in addition to the automatic ones. */
  ask(results: readonly Blob[]): void {
    for (const result of results) this.#asked.add(result);
    this.#turn();
  }

  /** Whether a result's pages are compared only on request: it is too large, or assets would have to be fetched. */
  readonly needsAsking = ({ blob, report }: Result): boolean =>
    !report.unchanged &&
    !this.#asked.has(blob) &&
    (this.#lacking.has(blob) ||
      report.document.pages > this.#limits.pages ||
      report.inputSize > this.#limits.bytes ||
      hasPicture(report, this.#limits.pixels));

  /** Pauses until the returned function is called: a file is open and needs the memory. */
  hold(): () => void {
    this.#holds += 1;
    this.#turn();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#turn();
    };
  }

  #turn(): void {
    const isFree = this.#holds === 0 && this.#isReady() && !this.#jobs.some(isActive);
    const due = isFree ? this.#due() : [];
    if (this.#running !== null) {
      if (due.some((job) => resultBlob(job) === this.#running?.result)) return;
      this.#running.stop();
      this.#running = null;
    }
    const [next] = due;
    if (next !== undefined) this.#start(next);
  }

  #start(job: Job): void {
    if (job.state.kind !== 'done') return;
    const { blob: after, report } = job.state.result;
    const isLarge = hasPicture(report, LARGE_PIXELS) || isLargeFile(job.file);
    const isCompared = this.#isDue(job);
    const pictured = picturedBlob(job.state.result);
    // A result without its damaged pages is drawn from its own file, after the comparison.
    const isPictured = !isCompared || pictured === after;
    const isOnly = this.#jobs.length === 1 && isComparable(job.state.result);
    const ended = new AbortController();
    let session: BackgroundSession | undefined;
    const running = {
      result: after,
      stop: () => {
        ended.abort();
        session?.end();
      },
    };
    this.#running = running;
    const work = async () => {
      const request = {
        // One document is enough for a picture alone.
        ...(isCompared || isOnly ? { before: job.file, after } : { before: pictured }),
        isOnlyCompared: true,
        ...(job.password === undefined ? {} : { password: job.password }),
      };
      const endTurn = await this.#takeTurn(isLarge);
      try {
        if (ended.signal.aborted) return;
        const isAsked = this.#asked.has(after);
        session = await this.#open(request, isAsked ? 'may-fetch' : 'only-what-is-here', ended.signal);
        if (ended.signal.aborted) return;
        if (this.#pictures !== null && isPictured)
          await this.#draw(this.#pictures, pictured, session, { isOnly, signal: ended.signal });
        if (!isCompared) return;
        // Already loaded, with the renderer.
        const { compareAllPages } = await import('./prove.ts');
        await compareAllPages(after, session, this.#store);
        if (!isAsked && session.lacksAssets && this.#store.of(after).kind === 'failed') {
          this.#lacking.add(after);
          this.#store.set(after, NOT_COMPARED);
        }
      } catch {
        if (ended.signal.aborted) return;
        if (isPictured) this.#pictured.add(pictured);
        if (isCompared) this.#store.set(after, { kind: 'failed', pages: [] });
      } finally {
        session?.end();
        endTurn();
      }
    };
    void work().then(() => {
      if (this.#running !== running) return;
      this.#running = null;
      this.#turn();
    });
  }

  /** Results to compare, then those of which only a picture is missing. */
  #due(): readonly Job[] {
    const compared = this.#jobs.filter((job) => this.#isDue(job));
    return compared.length > 0 ? compared : this.#jobs.filter((job) => this.#lacksPicture(job));
  }

  #lacksPicture({ state }: Job): boolean {
    return (
      state.kind === 'done' && this.draws(state.result) && !this.#pictured.has(picturedBlob(state.result))
    );
  }

  /** Whether page 1 of a result is drawn for the list. */
  readonly draws = (result: Result): boolean => {
    const { report } = result;
    if (this.#pictures === null) return false;
    // Open for the comparison anyway.
    if (!report.unchanged && !this.needsAsking(result)) return true;
    const pixels = Math.min(this.#limits.pixels, LARGE_PIXELS);
    return picturedBlob(result).size <= this.#limits.bytes && !hasPicture(report, pixels);
  };

  /** The row is complete without its picture, so a page that can't be drawn is not tried again. */
  async #draw(
    pictures: PagePictures,
    result: Blob,
    session: BackgroundSession,
    { isOnly, signal }: { readonly isOnly: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    if (this.#pictured.has(result)) return;
    await pictures.draw(result, session, isOnly).catch(() => undefined);
    if (!signal.aborted) this.#pictured.add(result);
  }

  #isDue(job: Job): boolean {
    if (job.state.kind !== 'done') return false;
    const { report, blob } = job.state.result;
    if (report.unchanged || this.needsAsking(job.state.result)) return false;
    const { kind } = this.#store.of(blob);
    return kind !== 'done' && kind !== 'failed';
  }
}

function hasPicture({ images }: CompressReport, pixels: number): boolean {
  return images.some(({ width, height }) => width * height > pixels);
}

function resultBlob(job: Job): Blob | null {
  return job.state.kind === 'done' ? job.state.result.blob : null;
}
