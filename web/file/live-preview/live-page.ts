import type { CompressOptions } from '../../../shared/index.ts';
import type { CoreQueries } from '../../visual-diff/core-queries.ts';
import { foregroundPriority } from '../../visual-diff/foreground-priority.ts';
import type { RendererAssets } from '../../visual-diff/proof-source.ts';
import { RenderSession } from '../../visual-diff/session.ts';

/** A preview of one page with other settings. */
export interface PreviewedPage {
  readonly options: CompressOptions;
  readonly session: RenderSession;
  /** Bytes of the page alone, before and after. */
  readonly before: number;
  readonly after: number;
}

/** The original page, and the page after all steps that sliders do not affect. */
interface ReadyPage {
  readonly before: Blob;
  readonly base: Blob;
}

interface LivePreviewDeps {
  readonly coreQueries: CoreQueries;
  readonly source: RendererAssets;
  readonly file: Blob;
  readonly password: string | undefined;
  /** Options of the current result. */
  readonly options: CompressOptions;
  /** 1-based. */
  readonly page: number;
  readonly onTried: (tried: PreviewedPage) => void;
}

/**
 * Recompresses one page's images with the latest settings. All other work on the page runs once, and it is rendered
 * once. Of requests during work only the last is executed; the previous preview stays until then.
 */
export class LivePreview {
  readonly #parts: LivePreviewDeps;
  readonly #ended = new AbortController();
  #page: Promise<ReadyPage> | null = null;
  #drawn: Promise<RenderSession> | null = null;
  #next: CompressOptions | null = null;
  #isWorking = false;

  constructor(parts: LivePreviewDeps) {
    this.#parts = parts;
  }

  /** Extracts the page in advance. */
  prepare(): void {
    void this.#ready().catch(() => undefined);
  }

  /**
   * Called when a preview is about to be requested: opens the page, and starts the worker, which terminates when idle.
   */
  prewarm(): void {
    if (this.#isWorking || this.#ended.signal.aborted) return;
    const { coreQueries, password } = this.#parts;
    void this.#opened().catch(() => undefined);
    void this.#ready().then(
      ({ base }) => coreQueries.wake(base, password),
      () => undefined,
    );
  }

  async request(options: CompressOptions): Promise<void> {
    this.#next = options;
    if (this.#isWorking) return;
    this.#isWorking = true;
    const letGo = foregroundPriority.acquire();
    try {
      while (this.#next !== null && !this.#ended.signal.aborted) {
        const asked: CompressOptions = this.#next;
        this.#next = null;
        await this.#make(asked);
      }
    } finally {
      letGo();
      this.#isWorking = false;
    }
  }

  end(): void {
    this.#ended.abort();
    this.#endDrawing();
  }

  #endDrawing(): void {
    this.#drawn?.then(
      (session) => session.end(),
      () => undefined,
    );
    this.#drawn = null;
  }

  async #make(options: CompressOptions): Promise<void> {
    const { coreQueries, password, onTried } = this.#parts;
    try {
      const [page, opened] = [this.#ready(), this.#opened()];
      // Handled below, also if the page itself fails.
      opened.catch(() => undefined);
      const { before, base } = await page;
      const after = await coreQueries.tried(base, options, 'images', password);
      if (after === null) return;
      const session = await (await opened).withAfter(after);
      this.#drawn = Promise.resolve(session);
      if (this.#ended.signal.aborted) return session.end();
      onTried({ options, session, before: before.size, after: after.size });
    } catch {
      // The previous preview stays. The next one starts fresh: a worker may have crashed.
      this.#endDrawing();
    }
  }

  #opened(): Promise<RenderSession> {
    const request = this.#ready().then(({ before }) => ({ before, ...secret(this.#parts.password) }));
    this.#drawn ??= RenderSession.open(request, this.#parts.source, 'may-fetch', this.#ended.signal);
    return this.#drawn;
  }

  /** @throws Error if the page cannot be extracted */
  #ready(): Promise<ReadyPage> {
    this.#page ??= this.#take();
    return this.#page;
  }

  async #take(): Promise<ReadyPage> {
    const { coreQueries, file, password, options, page } = this.#parts;
    const before = await coreQueries.onePage(file, password, page);
    const base = before && (await coreQueries.tried(before, options, 'all-but-images', password));
    if (before === null || base === null) throw new Error('the page cannot be taken out of its file');
    return { before, base };
  }
}

function secret(password: string | undefined): { readonly password?: string } {
  return password === undefined ? {} : { password };
}
