import type { CompressReport } from '../../shared/index.ts';

/** Bytes of a whole result in another form. */
export interface ScanSize {
  readonly bytes: number;
  /** Made as a whole: the same options give the same bytes again. Otherwise estimated from some pages. */
  readonly isExact: boolean;
}

/** Sizes of a result in other forms; null for what is not worth offering. */
export interface ScanGains {
  /** Size with text apart from its background. */
  readonly mrc: ScanSize | null;
  /** In black and white, if that is a third less still. */
  readonly ink: ScanSize | null;
}

/** Savings of less than a third are not offered. */
const MIN_TIMES = 1.5;
/** Minimum pixels of an image that fills a page, at the lowest scanner resolution. */
const SCAN_PIXELS = 400_000;

/** Gain of results as scans, measured on one page each. */
export class ScanOffers {
  readonly #known = new WeakMap<Blob, ScanGains | null>();
  readonly #refused = new WeakSet<File>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null if not worth offering; undefined if not tried yet. */
  of(result: Blob): ScanGains | null | undefined {
    return this.#known.get(result);
  }

  note(result: Blob, { mrc, ink }: ScanGains): void {
    const isLess = (size: ScanSize | null, than: number) => size !== null && size.bytes * MIN_TIMES <= than;
    const separated = isLess(mrc, result.size) ? mrc : null;
    const inked = isLess(ink, separated?.bytes ?? result.size) ? ink : null;
    this.#known.set(result, separated === null && inked === null ? null : { mrc: separated, ink: inked });
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

/** Whether a document may consist of scans in their usual form: at least one large gray or color image per page. */
export function mayBeScans({ document, images, options, mrc, unchanged }: CompressReport): boolean {
  const isOther = options.mrc === 'auto' || options.ink !== 'off' || (mrc?.pages.length ?? 0) > 0;
  if (isOther || (unchanged && document.signed)) return false;
  const large = images.filter(
    ({ softMask, bitsPerComponent, width, height }) =>
      !softMask && bitsPerComponent === 8 && width * height >= SCAN_PIXELS,
  );
  return document.pages > 0 && large.length >= document.pages;
}
