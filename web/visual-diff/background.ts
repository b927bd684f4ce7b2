import type { CompressReport } from '../../shared/index.ts';
import { isActive, type Job, type Result } from '../jobs/job.ts';
import { type Device, isHandheld, memoryBudget } from '../worker/device.ts';
import type { Fetching } from './assets.ts';
import { NOT_COMPARED } from './proof.ts';
import type { DiffStore } from './proof-store.ts';
import { compareAllPages } from './prove.ts';
import type { RenderSession } from './session.ts';
import type { OpenRequest } from './wire.ts';

/** More than this, and somebody has to ask for it: by opening the file. */
export interface BackgroundLimits {
  readonly pages: number;
  readonly bytes: number;
  /** Of the document's largest image, which is unpacked whole to be drawn. */
  readonly pixels: number;
}

/** pdf.js with two documents open, beside workers that still rest. */
const DRAWING_BYTES = 100_000_000;
/** The coefficients of a JPEG, its samples, the canvas that they are put on, and what the browser keeps of that. */
const BYTES_PER_PIXEL = 16;

/** To unpack a picture of more takes more than workers hold that rest. */
const LARGE_PIXELS = 8_000_000;

export function backgroundLimits(device: Device): BackgroundLimits {
  const pixels = Math.max(0, (memoryBudget(device) - DRAWING_BYTES) / BYTES_PER_PIXEL);
  return isHandheld(device)
    ? { pages: 8, bytes: 8_000_000, pixels }
    : { pages: 24, bytes: 24_000_000, pixels };
}

/** The part of a session that is used here. */
export type BackgroundSession = Pick<RenderSession, 'pages' | 'compare' | 'lacksAssets' | 'end'>;
type OpenSession = (
  request: OpenRequest,
  fetching: Fetching,
  signal: AbortSignal,
) => Promise<BackgroundSession>;

export interface BackgroundParts {
  /** Opens two documents; only what somebody asked for may fetch what drawing lacks. */
  readonly open: OpenSession;
  /** Whether what drawing needs is here. */
  readonly isReady: () => boolean;
  /** Called before pages with large pictures are drawn: what only rests may end. */
  readonly makeRoom: () => void;
  readonly store: DiffStore;
  readonly limits: BackgroundLimits;
}

/**
 * Compares the pages of small results while nothing else is to be done: one file after the other, only with what is
 * already here, since from the first file on the page asks for nothing. What that is not enough for waits to be asked for.
 */
export class BackgroundComparer {
  readonly #open: OpenSession;
  readonly #isReady: () => boolean;
  readonly #makeRoom: () => void;
  readonly #store: DiffStore;
  readonly #limits: BackgroundLimits;
  /** Results that a person wants compared, however large they are. */
  readonly #asked = new WeakSet<Blob>();
  /** Results that cannot be drawn with what is here, as the CMaps of CJK encodings are not. */
  readonly #lacking = new WeakSet<Blob>();
  #jobs: readonly Job[] = [];
  #holds = 0;
  #running: { readonly result: Blob; readonly stop: () => void } | null = null;

  constructor({ open, isReady, makeRoom, store, limits }: BackgroundParts) {
    this.#open = open;
    this.#isReady = isReady;
    this.#makeRoom = makeRoom;
    this.#store = store;
    this.#limits = limits;
  }

  /** Looks at the jobs anew; called at every change of them. */
  follow(jobs: readonly Job[]): void {
    this.#jobs = jobs;
    this.#turn();
  }

  /** Compares these too, beyond what is done unasked. */
  ask(results: readonly Blob[]): void {
    for (const result of results) this.#asked.add(result);
    this.#turn();
  }

  /** Whether the pages of a result are compared only when somebody asks: it is too large, or something would have to be fetched. */
  readonly needsAsking = ({ blob, report }: Result): boolean =>
    !report.unchanged &&
    !this.#asked.has(blob) &&
    (this.#lacking.has(blob) ||
      report.document.pages > this.#limits.pages ||
      report.inputSize > this.#limits.bytes ||
      hasPicture(report, this.#limits.pixels));

  /** Stops until the answer is called: somebody looks at a file, and the memory is theirs. */
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
    const due = isFree ? this.#jobs.filter((job) => this.#isDue(job)) : [];
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
    if (hasPicture(report, LARGE_PIXELS)) this.#makeRoom();
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
        before: job.file,
        after,
        isOnlyCompared: true,
        ...(job.password === undefined ? {} : { password: job.password }),
      };
      try {
        const isAsked = this.#asked.has(after);
        session = await this.#open(request, isAsked ? 'may-fetch' : 'only-what-is-here', ended.signal);
        if (ended.signal.aborted) return;
        await compareAllPages(after, session, this.#store);
        if (!isAsked && session.lacksAssets && this.#store.of(after).kind === 'failed') {
          this.#lacking.add(after);
          this.#store.set(after, NOT_COMPARED);
        }
      } catch {
        if (!ended.signal.aborted) this.#store.set(after, { kind: 'failed', pages: [] });
      } finally {
        session?.end();
      }
    };
    void work().then(() => {
      if (this.#running !== running) return;
      this.#running = null;
      this.#turn();
    });
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
