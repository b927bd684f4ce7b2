import * as Comlink from 'comlink';
import type { Fetching } from './assets.ts';
import type { PageDiff } from './proof.ts';
import type { RendererAssets } from './proof-source.ts';
import type {
  OpenAnswer,
  OpenProblem,
  OpenRequest,
  PageSize,
  Painting,
  RendererApi,
  Side,
  View,
} from './wire.ts';

/** Why a session's call failed. */
export type SessionProblem = OpenProblem | 'worker-died' | 'not-loaded' | 'ended';

export class SessionError extends Error {
  readonly problem: SessionProblem;

  constructor(problem: SessionProblem) {
    super(problem);
    this.name = 'SessionError';
    this.problem = problem;
  }
}

/** Renders one of the two documents, or their difference. A new painter is created when its document changes. */
export interface Painter {
  /** Null if a later request superseded this one. @throws SessionError */
  paint(view: View): Promise<ImageBitmap | null>;
}

/** Two documents open in a dedicated worker, until `end`. Every call rejects with SessionError if the worker fails. */
export class RenderSession {
  readonly pages: number;
  readonly #missing: ReadonlySet<string>;
  readonly #worker: Worker;
  readonly #remote: Comlink.Remote<RendererApi>;
  readonly #death: Promise<never>;
  readonly #die: (problem: SessionProblem) => void;
  readonly #painters: Readonly<Record<Painting, Painter>>;

  private constructor(pages: number, missing: ReadonlySet<string>, parts: Started, before?: Painter) {
    this.pages = pages;
    this.#missing = missing;
    this.#worker = parts.worker;
    this.#remote = parts.remote;
    this.#death = parts.death;
    this.#die = parts.die;
    const painter = (painting: Painting): Painter => ({
      paint: (view) => this.#alive(this.#remote.paint(painting, view)),
    });
    this.#painters = {
      before: before ?? painter('before'),
      after: painter('after'),
      difference: painter('difference'),
    };
  }

  /**
   * Starts a worker, even while `request` is pending, and opens both documents in it.
   *
   * @throws SessionError; what `request` was rejected with
   */
  static async open(
    request: OpenRequest | Promise<OpenRequest>,
    source: Pick<RendererAssets, 'spawner' | 'asset'>,
    fetching: Fetching,
    signal: AbortSignal,
  ): Promise<RenderSession> {
    // Handled below, when it is awaited.
    void Promise.resolve(request).catch(() => undefined);
    const spawn = await source.spawner().catch(() => {
      throw new SessionError('not-loaded');
    });
    if (signal.aborted) throw new SessionError('ended');
    const parts = start(spawn());
    const onAbort = () => end(parts);
    signal.addEventListener('abort', onAbort, { once: true });
    const missing = new Set<string>();
    const assets = Comlink.proxy(async (name: string) => {
      const bytes = await source.asset(name, fetching);
      if (bytes === null) missing.add(name);
      return bytes;
    });
    try {
      const open = async (): Promise<OpenAnswer> => parts.remote.open(await request, assets);
      const answer = await Promise.race([open(), parts.death]);
      if (!answer.ok) throw new SessionError(answer.problem);
      return new RenderSession(answer.pages, missing, parts);
    } catch (thrown) {
      if (!signal.aborted) end(parts);
      throw thrown;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Some assets were not available, so renders may lack parts. */
  get lacksAssets(): boolean {
    return this.#missing.size > 0;
  }

  sizeOf(page: number): Promise<PageSize> {
    return this.#alive(this.#remote.sizeOf(page));
  }

  /** @param partner page of the other document, if its number differs */
  compare(page: number, partner = page): Promise<PageDiff> {
    return this.#alive(this.#remote.compare(page, partner));
  }

  painter(painting: Painting): Painter {
    return this.#painters[painting];
  }

  /**
   * Reuses the worker with another document after, of as many pages. The new session replaces this one.
   *
   * @throws SessionError; Error if that document cannot be opened
   */
  async withAfter(after: Blob): Promise<RenderSession> {
    await this.#alive(this.#remote.replaceAfter(after));
    const parts = { worker: this.#worker, remote: this.#remote, death: this.#death, die: this.#die };
    return new RenderSession(this.pages, this.#missing, parts, this.#painters.before);
  }

  thumbnail(side: Side, page: number, width: number): Promise<ImageBitmap> {
    return this.#alive(this.#remote.thumbnail(side, page, width));
  }

  /** Terminates the worker at once and frees its memory. */
  end(): void {
    this.#die('ended');
    this.#worker.terminate();
  }

  #alive<T>(call: Promise<T>): Promise<T> {
    return Promise.race([call, this.#death]);
  }
}

interface Started {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<RendererApi>;
  /** A Comlink call stays pending forever if its worker dies, so it is raced against the worker's death. */
  readonly death: Promise<never>;
  readonly die: (problem: SessionProblem) => void;
}

function start(worker: Worker): Started {
  let die: (problem: SessionProblem) => void = () => undefined;
  const death = new Promise<never>((_, reject) => {
    die = (problem) => reject(new SessionError(problem));
  });
  death.catch(() => undefined);
  worker.addEventListener('error', () => die('worker-died'));
  worker.addEventListener('messageerror', () => die('worker-died'));
  return { worker, remote: Comlink.wrap<RendererApi>(worker), death, die };
}

function end({ worker, die }: Started): void {
  die('ended');
  worker.terminate();
}
