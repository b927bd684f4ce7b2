import { describe, expect, test } from 'vitest';
import { createTestHost } from '../../../testing/host.ts';
import { createMozjpegCodec } from '../../../testing/pictures/mozjpeg.ts';
import { photo } from '../../../testing/pictures/rasters.ts';
import { readDctHeader } from './header.ts';
import {
  entropyEnd,
  hasMetadata,
  insertSegments,
  isTruncated,
  metadataSegments,
  stripMetadata,
} from './segments.ts';

const codec = createMozjpegCodec(createTestHost());
const plain = await codec.encode(photo(96, 64, 3), { quality: 80, chroma: '4:2:0', scans: 'progressive' });

/** A marker segment with a text as its body. */
function segment(marker: number, body: string): number[] {
  const bytes = [...body].map((character) => character.charCodeAt(0));
  return [0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes];
}

const exif = segment(0xe1, 'Exif\0\0camera, time and place');
const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>');
const iptc = segment(0xed, 'Photoshop 3.0\x008BIM');
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
const thumbnail = segment(0xe0, 'JFXX\0\x10small picture');
const comment = segment(0xfe, 'made by hand');
const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01');

function withSegments(...segments: number[][]): Uint8Array {
  return insertSegments(plain, Uint8Array.from(segments.flat()));
}

test.each([
  ['one byte', '\x00', 64],
  ['two bytes', '\x10', 128],
])(
  'a table of entries of %s is read where it is whole, and makes the image damaged where it is not',
  (_, precision, length) => {
    const withTable = (bytes: number) => withSegments(segment(0xdb, `${precision}${'a'.repeat(bytes)}`));
    expect(readDctHeader(withTable(length))).not.toBeNull();
    expect(readDctHeader(withTable(length - 1))).toBeNull();
  },
);

test.each([
  ['behind stuffed bytes and restarts', [1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 0xff, 0xd9], 9],
  ['behind fill bytes', [1, 2, 0xff, 0xff, 0xff, 0xda, 0], 4],
  ['nowhere, if the data is cut off', [1, 2, 0xff, 0, 0xff], 5],
])('coded data ends %s', (_, bytes, end) => {
  expect(entropyEnd(Uint8Array.from(bytes), 0)).toBe(end);
});

describe('strip', () => {
  test.each([
    ['EXIF', exif],
    ['XMP', xmp],
    ['IPTC', iptc],
    ['a profile', profile],
    ['a JFXX thumbnail', thumbnail],
    ['a comment', comment],
  ])('takes %s away and nothing else', (_name, metadata) => {
    const jpeg = withSegments(metadata);
    expect(hasMetadata(jpeg)).toBe(true);
    expect(stripMetadata(jpeg)).toEqual(plain);
  });

  test('keeps what decoders read: JFIF and the colour transform of Adobe', () => {
    const jpeg = withSegments(adobe, exif);
    const stripped = stripMetadata(jpeg);
    expect(stripped).toEqual(withSegments(adobe));
    expect(readDctHeader(stripped)).toMatchObject({ hasJfif: true, adobeTransform: 1 });
  });

  test('cuts off what a camera hid behind the end', () => {
    const jpeg = Uint8Array.from([...plain, 0, 0, 0, 24, ...new TextEncoder().encode('ftypmp42')]);
    expect(stripMetadata(jpeg)).toEqual(plain);
    expect(isTruncated(jpeg)).toBe(false);
  });

  test('finds a comment between two scans', () => {
    const secondScan = plain.findIndex((byte, at) => byte === 0xff && plain[at + 1] === 0xda);
    const next = plain.findIndex(
      (byte, at) => at > secondScan + 2 && byte === 0xff && plain[at + 1] === 0xc4,
    );
    const jpeg = Uint8Array.from([...plain.subarray(0, next), ...comment, ...plain.subarray(next)]);
    expect(stripMetadata(jpeg)).toEqual(plain);
  });

  test('gives a file without metadata, or one it does not understand, back as the same array', () => {
    expect(stripMetadata(plain)).toBe(plain);
    const odd = Uint8Array.from([...plain.subarray(0, 20), 1, 2, 3, ...plain.subarray(20)]);
    expect(stripMetadata(odd)).toBe(odd);
    expect(hasMetadata(odd)).toBe(false);
  });
});

test('metadata can be carried into another JPEG, JFIF staying first', async () => {
  const source = withSegments(exif, comment);
  const other = await codec.encode(photo(32, 32, 3), { quality: 50, chroma: '4:2:0', scans: 'progressive' });
  const carried = insertSegments(other, metadataSegments(source));
  expect([...metadataSegments(carried)]).toEqual([...exif, ...comment]);
  expect(carried.subarray(0, 20)).toEqual(other.subarray(0, 20));
  expect(stripMetadata(carried)).toEqual(other);
});

test.each([0.3, 0.6, 0.95])('a file cut after %d of its bytes is truncated', (share) => {
  expect(isTruncated(plain.subarray(0, Math.floor(plain.length * share)))).toBe(true);
  expect(isTruncated(plain)).toBe(false);
});
