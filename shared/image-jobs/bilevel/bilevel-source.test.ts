import { describe, expect, test } from 'vitest';
import type { Bitmap } from '../../codecs/bitmap.ts';
import { CCITT_DEFAULTS } from '../../codecs/ccitt/decode.ts';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import { createTestHost } from '../../testing/host.ts';
import { genericRegion } from '../../testing/jbig2/generic-segments.ts';
import { MqEncoder } from '../../testing/jbig2/mq-encoder.ts';
import { CORNER_PAGES } from '../../testing/jbig2/pages.ts';
import { picture } from '../../testing/jbig2/picture.ts';
import { pageInformation, segmentBytes, segmentsIn, TYPES } from '../../testing/jbig2/segments.ts';
import { arithmeticSymbols } from '../../testing/jbig2/symbol-dictionary.ts';
import { bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { encodeCcitt } from '../../testing/pictures/ccitt-encode.ts';
import { type BilevelSource, readBilevel } from './bilevel-source.ts';

const pdfium = await createTestHost().wasmModule('pdfium-bilevel');
const drawing = bitmapOf(90, 40, (x, y) => (x * y) % 7 === 0 || x === y);

const read = (source: BilevelSource, { width, height }: Pick<Bitmap, 'width' | 'height'> = drawing) =>
  readBilevel(width, height, source, pdfium);
const fax = (changes: Partial<typeof CCITT_DEFAULTS>, data?: Uint8Array): BilevelSource => {
  const params = { ...CCITT_DEFAULTS, columns: drawing.width, ...changes };
  return { kind: 'ccitt', data: data ?? encodeCcitt(drawing, params), params };
};
const jbig2 = (data: Uint8Array): BilevelSource => ({ kind: 'jbig2', data, globals: null });

describe('fax', () => {
  test.each([
    { k: -1 },
    { k: 0 },
    { k: 4 },
    { k: -1, blackIs1: true },
    { k: 0, encodedByteAlign: true },
    { k: -1, rows: drawing.height, endOfBlock: false },
    // Fewer rows than the image has are no end of data.
    { k: -1, rows: drawing.height - 3 },
    // Rows beyond the image's height are ignored.
    { k: -1, rows: drawing.height + 100 },
  ])('is read by two decoders alike: %o', (changes) => {
    expect(read(fax(changes))).toEqual({ kind: 'bits', bitmap: drawing });
  });

  test('stays where they differ: PDFium gives up byte alignment in some rows', () => {
    const dot = bitmapOf(4, 38, (x, y) => x === 1 && y === 24);
    const params = { ...CCITT_DEFAULTS, columns: 4, k: -1, endOfLine: true, encodedByteAlign: true };
    const source: BilevelSource = { kind: 'ccitt', data: encodeCcitt(dot, params), params };
    expect(read(source, dot)).toEqual({ kind: 'unread', reason: 'decoders-differ' });
  });

  test('stays where it is damaged, or of another size', () => {
    const { data } = fax({ k: -1 });
    const damaged = { kind: 'unread', reason: 'damaged-data' };
    expect(read(fax({ k: -1 }, data.subarray(0, 30)))).toEqual(damaged);
    expect(read(fax({ k: -1 }), { ...drawing, width: 89 })).toEqual(damaged);
  });
});

describe('JBIG2', () => {
  test('is read by two decoders alike', () => {
    expect(read(jbig2(encodeJbig2(drawing)))).toEqual({ kind: 'bits', bitmap: drawing });
  });

  test('stays where it is damaged, or of another size', () => {
    const data = encodeJbig2(drawing);
    const damaged = { kind: 'unread', reason: 'damaged-data' };
    expect(read(jbig2(data.subarray(0, data.length - 40)))).toEqual(damaged);
    expect(read(jbig2(new Uint8Array(100)))).toEqual(damaged);
    expect(read(jbig2(new Uint8Array()))).toEqual(damaged);
    expect(read(jbig2(data), { ...drawing, width: 89 })).toMatchObject({ kind: 'unread' });
  });

  test('many regions over each other are not drawn', () => {
    const layers = Array.from({ length: 17 }, (_, at) =>
      genericRegion(at + 2, picture(90, 40), { x: 0, y: 0, operator: 'OR' }, { template: 0 }),
    );
    const page = (regions: typeof layers) => jbig2(segmentBytes([pageInformation(1, 90, 40), ...regions]));
    expect(read(page(layers))).toEqual({ kind: 'unread', reason: 'too-many-pixels' });
    expect(read(page(layers.slice(1)))).toMatchObject({ kind: 'bits' });
  });

  test('a text region that promises letters without end comes to one', () => {
    const { data, picture: shown } = CORNER_PAGES[1]!;
    const endless = data.slice();
    // The last segment: place, flags and adaptive pixels precede the number of letters (7.4.3.1).
    const count = segmentsIn(data).find(({ type }) => type === TYPES.textRegion)!.start + 17 + 2 + 4;
    endless.fill(0xff, count, count + 4);
    expect(read(jbig2(data), shown)).toMatchObject({ kind: 'bits' });
    expect(read(jbig2(endless), shown)).toMatchObject({ kind: 'unread' });
  });

  test('symbols larger than memory are refused', () => {
    const { data, ...segment } = arithmeticSymbols({ number: 2 }, [picture(9, 9)]);
    const out = new MqEncoder();
    out.integer('IADH', 60_000);
    out.integer('IADW', 60_000);
    // Flags, adaptive pixels and counts stay; endless white pixels follow.
    for (let bit = 0; bit < 1_000_000; bit += 1) out.bit('GB', 0, 0);
    const huge = { ...segment, data: [...[...data].slice(0, 18), ...out.finish()] };
    const regions = [genericRegion(3, picture(90, 40), { x: 0, y: 0, operator: 'OR' }, { template: 0 })];
    expect(read(jbig2(segmentBytes([pageInformation(1, 90, 40), huge, ...regions])))).toEqual({
      kind: 'unread',
      reason: 'damaged-data',
    });
  });
});
