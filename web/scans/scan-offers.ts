import type { CompressReport } from '../../shared/index.ts';

/** Savings of less than a third are not offered. */
const MIN_TIMES = 1.5;
/** Minimum pixels of an image that fills a page, at the lowest scanner resolution. */
const SCAN_PIXELS = 400_000;

/** Factors by which results would shrink with separated text, measured on one page each. */
export class ScanOffers {
  readonly #known = new WeakMap<Blob, number>();
  readonly #refused = new WeakSet<File>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null if not worth offering; undefined if not tried yet. */
  of(result: Blob): number | null | undefined {
    const times = this.#known.get(result);
    return times === undefined || times >= MIN_TIMES ? times : null;
  }

  note(result: Blob, times: number): void {
    this.#known.set(result, times);
    this.#tell();
  }

  /** The user declined: this file gets no further offer, whatever else is done with it. */
  refuse(file: File): void {
    this.#refused.add(file);
    this.#tell();
  }

  isRefused(file: File): boolean {
    return this.#refused.has(file);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Shared by this tab. */
export const scanOffers = new ScanOffers();

/** Whether a document may consist of scans: at least one large gray or color image per page. */
export function mayBeScans({ document, images, options, unchanged }: CompressReport): boolean {
  if (options.mrc !== 'off' || (unchanged && document.signed)) return false;
  const large = images.filter(
    ({ softMask, bitsPerComponent, width, height }) =>
      !softMask && bitsPerComponent === 8 && width * height >= SCAN_PIXELS,
  );
  return document.pages > 0 && large.length >= document.pages;
}
