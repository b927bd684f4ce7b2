import type { RenderSession } from './session.ts';

/** Page 1 of a result, drawn. */
export interface PagePicture {
  readonly after: ImageBitmap;
  /** The same page of the original; only where the list holds a single file. */
  readonly before: ImageBitmap | null;
}

/** Pixels, for a column of 52 CSS pixels. */
const ROW_WIDTH = 104;
/** Pixels, for the list's width. */
const PROOF_WIDTH = 1000;
const BYTES_PER_PIXEL = 4;
/** Some 250 rows. */
const MAX_BYTES = 16_000_000;

/** Pictures of first pages, below a limit of memory; the oldest are dropped. */
export class PagePictures {
  readonly #known = new Map<Blob, PagePicture>();
  readonly #listeners = new Set<() => void>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(result: Blob): PagePicture | null {
    return this.#known.get(result) ?? null;
  }

  /** Draws page 1 of a result that is open in the session. */
  async draw(result: Blob, session: Pick<RenderSession, 'thumbnail'>, isOnly: boolean): Promise<void> {
    const width = isOnly ? PROOF_WIDTH : ROW_WIDTH;
    const after = await session.thumbnail('after', 1, width);
    const before = isOnly ? await session.thumbnail('before', 1, width) : null;
    this.#drop(result);
    this.#known.set(result, { after, before });
    this.#bytes += bytesOf({ after, before });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#bytes > this.#maxBytes && oldest !== result) this.#drop(oldest);
    this.#tell();
  }

  /** Drops the pictures of results that are not in the list any more. */
  keepOnly(results: readonly Blob[]): void {
    if (this.#known.size === 0) return;
    const kept = new Set(results);
    for (const result of [...this.#known.keys()]) if (!kept.has(result)) this.#drop(result);
  }

  #drop(result: Blob): void {
    const picture = this.#known.get(result);
    if (picture === undefined) return;
    this.#known.delete(result);
    this.#bytes -= bytesOf(picture);
    picture.after.close();
    picture.before?.close();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function bytesOf({ after, before }: PagePicture): number {
  const pixels = after.width * after.height + (before === null ? 0 : before.width * before.height);
  return pixels * BYTES_PER_PIXEL;
}
