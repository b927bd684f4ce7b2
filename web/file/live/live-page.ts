import type { CompressOptions } from '../../../shared/index.ts';
import type { Insides } from '../../proof/insides.ts';
import type { ProofSource } from '../../proof/proof-source.ts';
import { rightOfWay } from '../../proof/right-of-way.ts';
import { ProofSession } from '../../proof/session.ts';

/** What one page would become with other settings. */
export interface Tried {
  readonly options: CompressOptions;
  readonly session: ProofSession;
  /** Bytes of the page alone, before and after. */
  readonly before: number;
  readonly after: number;
}

interface LiveParts {
  readonly insides: Insides;
  readonly source: ProofSource;
  readonly file: Blob;
  readonly password: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly onTried: (tried: Tried) => void;
}

/**
 * Makes one page again with whatever settings were asked for last. What is asked while it works waits, and only the last
 * of it is done; what is shown stays until the next is there.
 */
export class LivePage {
  readonly #parts: LiveParts;
  readonly #ended = new AbortController();
  #page: Promise<Blob | null> | null = null;
  #next: CompressOptions | null = null;
  #isWorking = false;
  #shown: ProofSession | null = null;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /** Takes the page out of its file before anybody asks; later it wakes the worker, which goes when nobody needs it. */
  prepare(): void {
    if (this.#isWorking) return;
    const { insides, file, password, page } = this.#parts;
    if (this.#page === null) this.#page = insides.onePage(file, password, page);
    else void this.#page.then((page) => page && insides.wake(page, password));
  }

  async ask(options: CompressOptions): Promise<void> {
    this.#next = options;
    if (this.#isWorking) return;
    this.#isWorking = true;
    const letGo = rightOfWay.take();
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
    this.#shown?.end();
  }

  async #make(options: CompressOptions): Promise<void> {
    const { insides, source, file, password, page, onTried } = this.#parts;
    this.#page ??= insides.onePage(file, password, page);
    const before = await this.#page;
    if (before === null) return;
    const secret = password === undefined ? {} : { password };
    const after = await insides.compressed(
      before,
      { ...options, targetSize: 0, breakSignatures: true },
      password,
    );
    if (after === null || this.#ended.signal.aborted) return;
    try {
      const session = await ProofSession.open(
        { before, after, ...secret },
        source,
        'may-fetch',
        this.#ended.signal,
      );
      if (this.#ended.signal.aborted) return session.end();
      this.#shown?.end();
      this.#shown = session;
      onTried({ options, session, before: before.size, after: after.size });
    } catch {
      // What was shown stays: the next try may be drawn.
    }
  }
}
