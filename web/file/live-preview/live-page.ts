import type { CompressOptions } from '../../../shared/index.ts';
import type { CoreQueries } from '../../visual-diff/core-queries.ts';
import { foregroundPriority } from '../../visual-diff/foreground-priority.ts';
import type { RendererAssets } from '../../visual-diff/proof-source.ts';
import { RenderSession } from '../../visual-diff/session.ts';

/** What one page would become with other settings. */
export interface PreviewedPage {
  readonly options: CompressOptions;
  readonly session: RenderSession;
  /** Bytes of the page alone, before and after. */
  readonly before: number;
  readonly after: number;
}

/** The page as it is, and with all done to it that no slider changes. */
interface ReadyPage {
  readonly before: Blob;
  readonly base: Blob;
}

interface LivePreviewDeps {
  readonly coreQueries: CoreQueries;
  readonly source: RendererAssets;
  readonly file: Blob;
  readonly password: string | undefined;
  /** What the file was made with. */
  readonly options: CompressOptions;
  /** From 1. */
  readonly page: number;
  readonly onTried: (tried: PreviewedPage) => void;
}

/**
 * Makes the pictures of one page again with whatever settings were asked for last. All else of the page is done once, and drawn once. What
 * is asked while it works waits, and only the last of it is done; what is shown stays until the next is there.
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

  /** Takes the page out of its file before anybody asks. */
  prepare(): void {
    void this.#ready().catch(() => undefined);
  }

  /** Somebody is about to ask: what draws the page opens it, and the worker, which goes when nobody needs it, wakes. */
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
      // Heard of below, also where the page is what fails.
      opened.catch(() => undefined);
      const { before, base } = await page;
      const after = await coreQueries.tried(base, options, 'images', password);
      if (after === null) return;
      const session = await (await opened).withAfter(after);
      this.#drawn = Promise.resolve(session);
      if (this.#ended.signal.aborted) return session.end();
      onTried({ options, session, before: before.size, after: after.size });
    } catch {
      // What was shown stays. The next try begins anew: a worker may have died.
      this.#endDrawing();
    }
  }

  #opened(): Promise<RenderSession> {
    const request = this.#ready().then(({ before }) => ({ before, ...secret(this.#parts.password) }));
    this.#drawn ??= RenderSession.open(request, this.#parts.source, 'may-fetch', this.#ended.signal);
    return this.#drawn;
  }

  /** @throws Error where the page cannot be had */
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
