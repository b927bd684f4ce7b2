import { BitSink, bitWidth } from './bit-sink.ts';

/** Objects that follow each other in the file, in bytes from the start of the first. */
export interface HintedPage {
  /** Number of objects of its own, which begin with the page. */
  readonly objects: number;
  readonly bytes: number;
  /** Indexes into `shared`; none for the first page. */
  readonly shared: readonly number[];
}

/** A group of objects, at its offset without the hint stream. */
export interface HintedGroup {
  readonly number: number;
  readonly offset: number;
  readonly objects: number;
  readonly bytes: number;
}

export interface Hints {
  /** Offset of the first page's object, as if the hint stream were absent. */
  readonly firstPageOffset: number;
  readonly pages: readonly HintedPage[];
  /** Lengths of all objects of the first page, then of all shared objects. */
  readonly sharedBytes: readonly number[];
  /** Number of those that belong to the first page. */
  readonly firstPageObjects: number;
  /** Shared objects of other pages: null if there are none. */
  readonly sharedStart: { readonly number: number; readonly offset: number } | null;
  readonly outlines: HintedGroup | null;
}

/** Content of a primary hint stream with the offsets of its tables (ISO 32000-2, F.4). */
export interface HintTables {
  readonly bytes: Uint8Array;
  readonly sharedAt: number;
  /** Null without outlines. */
  readonly outlinesAt: number | null;
}

export function hintTables(hints: Hints): HintTables {
  const sink = new BitSink();
  pageOffsets(hints, sink);
  const sharedAt = sink.length;
  sharedObjects(hints, sink);
  const outlinesAt = hints.outlines === null ? null : sink.length;
  if (hints.outlines !== null) {
    const { number, offset, objects, bytes } = hints.outlines;
    for (const value of [number, offset, objects, bytes]) sink.put(value, 32);
  }
  return { bytes: sink.bytes(), sharedAt, outlinesAt };
}

/** Each item of all pages, then the next item; each begins with a byte (F.4.2). */
function pageOffsets({ firstPageOffset, pages, sharedBytes }: Hints, sink: BitSink): void {
  const objects = rangeOf(pages.map((page) => page.objects));
  const bytes = rangeOf(pages.map((page) => page.bytes));
  const sharedCountWidth = bitWidth(largest(pages.map(({ shared }) => shared.length)));
  const sharedWidth = bitWidth(sharedBytes.length);
  sink.put(objects.least, 32);
  sink.put(firstPageOffset, 32);
  sink.put(objects.width, 16);
  sink.put(bytes.least, 32);
  sink.put(bytes.width, 16);
  // Readers want the offset of content as 0 and its length as the page's.
  sink.put(0, 32);
  sink.put(0, 16);
  sink.put(bytes.least, 32);
  sink.put(bytes.width, 16);
  sink.put(sharedCountWidth, 16);
  sink.put(sharedWidth, 16);
  // No fractions that say where in a page a shared object is needed.
  sink.put(0, 16);
  sink.put(4, 16);
  row(sink, pages, (page) => sink.put(page.objects - objects.least, objects.width));
  row(sink, pages, (page) => sink.put(page.bytes - bytes.least, bytes.width));
  row(sink, pages, ({ shared }) => sink.put(shared.length, sharedCountWidth));
  row(sink, pages, ({ shared }) => {
    for (const index of shared) sink.put(index, sharedWidth);
  });
  row(sink, pages, (page) => sink.put(page.bytes - bytes.least, bytes.width));
}

/** Each object is a group of its own, without a signature (F.4.3). */
function sharedObjects({ sharedBytes, firstPageObjects, sharedStart }: Hints, sink: BitSink): void {
  const bytes = rangeOf(sharedBytes);
  sink.put(sharedStart?.number ?? 0, 32);
  sink.put(sharedStart?.offset ?? 0, 32);
  sink.put(firstPageObjects, 32);
  sink.put(sharedBytes.length, 32);
  sink.put(0, 16);
  sink.put(bytes.least, 32);
  sink.put(bytes.width, 16);
  row(sink, sharedBytes, (length) => sink.put(length - bytes.least, bytes.width));
  row(sink, sharedBytes, () => sink.put(0, 1));
}

function row<Item>(sink: BitSink, items: readonly Item[], put: (item: Item) => void): void {
  for (const item of items) put(item);
  sink.align();
}

function rangeOf(values: readonly number[]): { readonly least: number; readonly width: number } {
  const least = values.reduce((min, value) => Math.min(min, value), Number.MAX_SAFE_INTEGER);
  return { least, width: bitWidth(largest(values) - least) };
}

function largest(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
