import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Hints, hintTables } from './hint-tables.ts';

/** Reads fields of any width, as ISO 32000-2, F.4 describes them. */
class Fields {
  readonly #bits: string;
  #at: number;

  constructor(bytes: Uint8Array, start = 0) {
    this.#bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    this.#at = start * 8;
  }

  take(width: number): number {
    const bits = this.#bits.slice(this.#at, this.#at + width);
    this.#at += width;
    if (bits.length < width) throw new Error('the hint stream is too short');
    return width === 0 ? 0 : Number.parseInt(bits, 2);
  }

  /** Takes one item for each, then goes on at a whole byte (F.4.2). */
  row<Item>(count: number, take: (index: number) => Item): Item[] {
    const items = Array.from({ length: count }, (_, index) => take(index));
    this.#at = Math.ceil(this.#at / 8) * 8;
    return items;
  }

  get byte(): number {
    return this.#at / 8;
  }
}

/** Tables F.3 and F.4. */
function readPages(bytes: Uint8Array, count: number) {
  const fields = new Fields(bytes);
  const leastObjects = fields.take(32);
  const firstPageOffset = fields.take(32);
  const objectsWidth = fields.take(16);
  const leastBytes = fields.take(32);
  const bytesWidth = fields.take(16);
  const leastContentOffset = fields.take(32);
  const contentOffsetWidth = fields.take(16);
  const leastContentBytes = fields.take(32);
  const contentBytesWidth = fields.take(16);
  const sharedCountWidth = fields.take(16);
  const sharedWidth = fields.take(16);
  const numeratorWidth = fields.take(16);
  const denominator = fields.take(16);
  expect(denominator).toBeGreaterThan(0);
  const objects = fields.row(count, () => leastObjects + fields.take(objectsWidth));
  const lengths = fields.row(count, () => leastBytes + fields.take(bytesWidth));
  const sharedCounts = fields.row(count, () => fields.take(sharedCountWidth));
  const shared = fields.row(count, (page) =>
    Array.from({ length: sharedCounts[page]! }, () => fields.take(sharedWidth)),
  );
  fields.row(
    sharedCounts.reduce((sum, each) => sum + each, 0),
    () => fields.take(numeratorWidth),
  );
  const contentOffsets = fields.row(count, () => leastContentOffset + fields.take(contentOffsetWidth));
  const contentBytes = fields.row(count, () => leastContentBytes + fields.take(contentBytesWidth));
  // Readers take the whole page for its contents.
  expect(contentOffsets).toEqual(new Array(count).fill(0));
  expect(contentBytes).toEqual(lengths);
  const pages = objects.map((each, page) => ({
    objects: each,
    bytes: lengths[page]!,
    shared: shared[page]!,
  }));
  return { firstPageOffset, pages, end: fields.byte };
}

/** Tables F.5 and F.6. */
function readShared(bytes: Uint8Array, start: number) {
  const fields = new Fields(bytes, start);
  const number = fields.take(32);
  const offset = fields.take(32);
  const firstPageObjects = fields.take(32);
  const count = fields.take(32);
  const objectsWidth = fields.take(16);
  const leastBytes = fields.take(32);
  const bytesWidth = fields.take(16);
  const sharedBytes = fields.row(count, () => leastBytes + fields.take(bytesWidth));
  const signatures = fields.row(count, () => fields.take(1));
  const objects = fields.row(count, () => 1 + fields.take(objectsWidth));
  expect([new Set(signatures), new Set(objects)]).toEqual(
    count === 0 ? [new Set(), new Set()] : [new Set([0]), new Set([1])],
  );
  return { number, offset, firstPageObjects, sharedBytes, end: fields.byte };
}

const size = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1));
const anyHints: fc.Arbitrary<Hints> = fc.array(size, { maxLength: 12 }).chain((sharedBytes) =>
  fc.record({
    firstPageOffset: size,
    pages: fc.array(
      fc.record({
        objects: fc.integer({ min: 1, max: 500 }),
        bytes: size,
        shared:
          sharedBytes.length === 0
            ? fc.constant([])
            : fc.array(fc.nat(sharedBytes.length - 1), { maxLength: 9 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    sharedBytes: fc.constant(sharedBytes),
    firstPageObjects: fc.nat(sharedBytes.length),
    sharedStart: fc.option(fc.record({ number: size, offset: size })),
    outlines: fc.option(fc.record({ number: size, offset: size, objects: size, bytes: size })),
  }),
);

describe('hint tables', () => {
  test('read back as they were given, by the tables of the specification', () => {
    fc.assert(
      fc.property(anyHints, (hints) => {
        const { bytes, sharedAt, outlinesAt } = hintTables(hints);
        const { firstPageOffset, pages, end } = readPages(bytes, hints.pages.length);
        expect({ firstPageOffset, pages }).toEqual({
          firstPageOffset: hints.firstPageOffset,
          pages: hints.pages,
        });
        expect(end).toBe(sharedAt);
        const shared = readShared(bytes, sharedAt);
        expect(shared).toEqual({
          ...(hints.sharedStart ?? { number: 0, offset: 0 }),
          firstPageObjects: hints.firstPageObjects,
          sharedBytes: hints.sharedBytes,
          end: outlinesAt ?? bytes.length,
        });
        expect(outlinesAt === null).toBe(hints.outlines === null);
        if (outlinesAt === null || hints.outlines === null) return;
        // Table F.7.
        const fields = new Fields(bytes, outlinesAt);
        const [number, offset, objects, length] = [0, 1, 2, 3].map(() => fields.take(32));
        expect({ number, offset, objects, bytes: length }).toEqual(hints.outlines);
        expect(fields.byte).toBe(bytes.length);
      }),
    );
  });

  test('take no bits for what all pages have in common', () => {
    const pages = Array.from({ length: 1000 }, () => ({ objects: 3, bytes: 500, shared: [] }));
    const hints = {
      firstPageOffset: 9,
      sharedBytes: [],
      firstPageObjects: 0,
      sharedStart: null,
      outlines: null,
    };
    expect(hintTables({ ...hints, pages }).sharedAt).toBe(36);
  });
});
