import type { CompressReport } from '../../shared/index.ts';

/** Less than a third is no reason to ask anybody. */
const MIN_TIMES = 1.5;
/** A picture that fills a page, at the least that scanners give. */
const SCAN_PIXELS = 400_000;

/** How many times smaller results could be with their text separated from the paper, by what a page's trial gave. */
export class ScanOffers {
  readonly #known = new WeakMap<Blob, number>();
  readonly #refused = new WeakSet<File>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null where it is not worth the question; undefined where it was not tried yet. */
  of(result: Blob): number | null | undefined {
    const times = this.#known.get(result);
    return times === undefined || times >= MIN_TIMES ? times : null;
  }

  note(result: Blob, times: number): void {
    this.#known.set(result, times);
    this.#tell();
  }

  /** Somebody said no: of this file nobody is asked again, whatever else is done with it. */
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

/** Of this tab. */
export const scanOffers = new ScanOffers();

/** Whether a document may be made of scans: at least one large picture of gray or colour for each page. */
export function mayBeScans({ document, images, options, unchanged }: CompressReport): boolean {
  if (options.mrc !== 'off' || (unchanged && document.signed)) return false;
  const large = images.filter(
    ({ softMask, bitsPerComponent, width, height }) =>
      !softMask && bitsPerComponent === 8 && width * height >= SCAN_PIXELS,
  );
  return document.pages > 0 && large.length >= document.pages;
}
