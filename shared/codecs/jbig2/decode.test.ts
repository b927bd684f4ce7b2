import { describe, expect, test, vi } from 'vitest';
import { genericRegion } from '../../testing/jbig2/generic-segments.ts';
import { picture } from '../../testing/jbig2/picture.ts';
import { jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { bitmapFromArt, bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { encodeCcitt } from '../../testing/pictures/ccitt-encode.ts';
import { decodeJbig2, type Jbig2Problem } from './decode.ts';
import { encodeJbig2 } from './encode.ts';

/** Bytes of hexadecimal digits. */
function hex(text: string): number[] {
  return [...Buffer.from(text.replaceAll(/\s/g, ''), 'hex')];
}

/** Bits as printed in the tables of T.88, annex B, padded to bytes. */
function bits(text: string): number[] {
  const digits = text.replaceAll(/\s/g, '');
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 2));
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

interface SegmentSpec {
  readonly number: number;
  readonly type: number;
  readonly page: number;
  readonly refersTo?: number;
  readonly data: readonly number[];
}

function stream(...segments: SegmentSpec[]): Uint8Array {
  return Uint8Array.from(
    segments.flatMap(({ number, type, page, refersTo, data }) => [
      ...uint32(number),
      type,
      ...(refersTo === undefined ? [0] : [0x20, refersTo]),
      page,
      ...uint32(data.length),
      ...data,
    ]),
  );
}

function pageInformation(width: number, height: number, flags = 0x01): SegmentSpec {
  const data = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), flags, 0, 0];
  return { number: 1, type: 48, page: 1, data };
}

function place(width: number, height: number, x = 0, y = 0, operator = 0): number[] {
  return [...uint32(width), ...uint32(height), ...uint32(x), ...uint32(y), operator];
}

const GLYPH = bitmapFromArt(`
  ..#..
  .#.#.
  #####`);
const MMR_GLYPH = [
  ...encodeCcitt(GLYPH, {
    k: -1,
    endOfLine: false,
    encodedByteAlign: false,
    endOfBlock: false,
    blackIs1: false,
  }),
];

function mmrRegion(position: readonly number[], flags = 0x01): SegmentSpec {
  return { number: 2, type: 38, page: 1, data: [...position, flags, ...MMR_GLYPH] };
}

test('decodes an MMR region placed on a larger page', () => {
  const data = stream(pageInformation(20, 6), mmrRegion(place(5, 3, 9, 2)));
  const page = bitmapFromArt(`
    ....................
    ....................
    ...........#........
    ..........#.#.......
    .........#####......
    ....................`);
  expect(jbig2Page(data, null, 1000)).toEqual(page);
});

test('padding bits are 0 on a page that is black from the start', () => {
  const data = stream(pageInformation(11, 3, 0x05 | 0x10), mmrRegion(place(5, 3, 3, 0, 2)));
  const page = bitmapFromArt(`
    #####.#####
    ####.#.####
    ###.....###`);
  expect(jbig2Page(data, null, 1000)).toEqual(page);
});

test('decodes text whose symbols are in the globals', () => {
  // One symbol, Huffman coded: height 3 (B.4), width 5 (B.2), OOB, not compressed (B.1), rows; export runs 0 and 1.
  const symbols = [
    ...hex('0001 00000001 00000001'),
    ...bits('110 1110010 111111 00000'),
    ...bits('00100000 01010000 11111000'),
    ...bits('00000 00001'),
  ];
  const globals = stream({ number: 0, type: 0, page: 0, data: symbols });

  // Top left corner, two instances; run code 1 has length 1 and gives the only symbol a code of length 1.
  const idTable = `0000 0001 ${'0000'.repeat(33)} 0`;
  // Strip at 0 (B.11 twice), first at 2 (B.6), the next 4 further on (B.8), OOB.
  const instances = '0 0  00 0000010  0  100 0000  0  01';
  const text = [...place(20, 4), ...hex('0011 0000 00000002'), ...bits(idTable), ...bits(instances)];
  const data = stream(pageInformation(20, 4), { number: 2, type: 6, page: 1, refersTo: 0, data: text });

  const page = bitmapFromArt(`
    ....#.......#.......
    ...#.#.....#.#......
    ..#####...#####.....
    ....................`);
  expect(jbig2Page(data, globals, 1000)).toEqual(page);
});

describe('does not guess', () => {
  const region = mmrRegion(place(5, 3));
  const refinement = { ...region, type: 42, data: [...place(5, 3), 0x01, ...MMR_GLYPH] };

  test.each<[string, Jbig2Problem, Uint8Array]>([
    ['nothing at all', 'damaged', new Uint8Array()],
    ['text', 'damaged', new TextEncoder().encode('not a JBIG2 stream, not even nearly')],
    ['no page', 'unsupported', stream(region)],
    ['two pages', 'unsupported', stream(pageInformation(5, 3), pageInformation(5, 3), region)],
    ['an unknown height', 'damaged', stream(pageInformation(5, 0xffffffff), region)],
    ['no pixels', 'damaged', stream(pageInformation(0, 3))],
    [
      'an operator the page does not allow',
      'unsupported',
      stream(pageInformation(5, 3), mmrRegion(place(5, 3, 0, 0, 2))),
    ],
    ['an unknown operator', 'damaged', stream(pageInformation(5, 3, 0x41), mmrRegion(place(5, 3, 0, 0, 5)))],
    ['the extended template', 'unsupported', stream(pageInformation(5, 3), mmrRegion(place(5, 3), 0x10))],
    [
      'an adaptive pixel that is not decoded yet',
      'damaged',
      stream(pageInformation(5, 3), { ...region, data: [...place(5, 3), 0x02, 0, 0, ...MMR_GLYPH] }),
    ],
    ['a reference to nothing', 'damaged', stream(pageInformation(5, 3), { ...refinement, refersTo: 9 })],
    [
      'contexts that were not retained',
      'damaged',
      stream(pageInformation(5, 3), { ...region, type: 0, data: hex('0101 00000000 00000000') }),
    ],
    ['a color palette', 'unsupported', stream(pageInformation(5, 3), { ...region, type: 54 })],
    ['an open length', 'unsupported', stream(pageInformation(5, 3), region).fill(0xff, 30 + 7, 30 + 11)],
    ['a page larger than allowed', 'too-large', stream(pageInformation(1001, 1))],
    [
      'a region larger than memory',
      'too-large',
      stream(pageInformation(5, 3), mmrRegion(place(0x7fffffff, 0x7fffffff))),
    ],
    [
      'symbols without end',
      'too-large',
      stream(pageInformation(5, 3), { ...region, type: 0, data: hex('0001 ffffffff ffffffff 00') }),
    ],
  ])('%s', (_name, problem, data) => {
    expect(decodeJbig2(data, null, 1000)).toEqual({ kind: 'failed', problem });
  });

  test('a page among the globals', () => {
    const globals = stream(pageInformation(5, 3));
    expect(decodeJbig2(stream(region), globals, 1000)).toEqual({ kind: 'failed', problem: 'unsupported' });
  });
});

test('pixels outside of the page are not drawn', () => {
  const data = stream(pageInformation(5, 4), mmrRegion(place(5, 3, 2, 2)));
  const page = bitmapFromArt(`
    .....
    .....
    ....#
    ...#.`);
  expect(jbig2Page(data, null, 1000)).toEqual(page);
});

test('a page of unknown height ends with its last stripe', () => {
  const end = { number: 3, type: 50, page: 1, data: uint32(4) };
  const data = stream(pageInformation(5, 0xffffffff), mmrRegion(place(5, 3, 0, 1)), end);
  const page = bitmapFromArt(`
    .....
    ..#..
    .#.#.
    #####
    .....`);
  expect(jbig2Page(data, null, 1000)).toEqual(page);
});

test('refuses a region whose data ends before its rows', () => {
  const noise = picture(120, 90, (x, y) => (x * x * 7 + y * y * 3 + x * y) % 11 < 5);
  const region = genericRegion(2, noise, { x: 0, y: 0, operator: 'OR' }, { template: 0 });
  const data = [...region.data];
  const streamOf = (bytes: readonly number[]) =>
    stream(pageInformation(120, 90), { number: 2, type: 38, page: 1, data: bytes });
  expect(decodeJbig2(streamOf(data), null, 10_800).kind).toBe('page');
  const short = data.slice(0, data.length - 200);
  expect(decodeJbig2(streamOf(short), null, 10_800)).toEqual({ kind: 'failed', problem: 'damaged' });
});

test('refuses data that is cut off, and prints nothing', () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const data = encodeJbig2(bitmapOf(200, 50, (x, y) => (x * y) % 7 === 0));
  expect(decodeJbig2(data.subarray(0, data.length - 10), null, 10_000)).toEqual({
    kind: 'failed',
    problem: 'damaged',
  });
  expect(decodeJbig2(data, null, 10_000).kind).toBe('page');
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
