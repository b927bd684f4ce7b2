import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestHost } from '../../testing/host.ts';
import { decodeWithPdfjs } from '../../testing/oracles/pdfjs-jpeg.ts';
import { contentOf, frameOf, frameRecipes, jpegOf } from '../../testing/pictures/jpeg-frames.ts';
import { createMozjpegCodec } from '../../testing/pictures/mozjpeg.ts';
import { lineArt, photo } from '../../testing/pictures/rasters.ts';
import { headerSegments, MARKER, readDctHeader } from '../jpeg/format/header.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { draftOptimizedJpeg, optimizeJpeg } from './lossless.ts';

const codec = createMozjpegCodec(createTestHost());

function contentOfJpeg(jpeg: Uint8Array) {
  return contentOf(readCoefficients(jpeg, { maxPixels: 1 << 24 })!.frame);
}

function segment(marker: number, text: string): Uint8Array {
  const body = Array.from(text, (character) => character.charCodeAt(0));
  return Uint8Array.from([0xff, marker, 0, body.length + 2, ...body]);
}

function concat(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function markersOf(jpeg: Uint8Array): number[] {
  return headerSegments(jpeg)!.map(({ marker }) => marker);
}

const exif = segment(0xe1, 'Exif\0\0 where and when');
const comment = segment(MARKER.COM, 'made by hand');
const adobeRgb = segment(MARKER.APP14, 'Adobe\0d\0\0\0\0\0');
const jfif = segment(MARKER.APP0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');

describe('the picture stays, pixel by pixel', () => {
  const sizes = [
    [1, 1],
    [7, 9],
    [8, 8],
    [16, 17],
    [33, 17],
    [160, 121],
  ] as const;
  const kinds = [
    [1, '4:4:4', 'sequential'],
    [1, '4:4:4', 'progressive'],
    [3, '4:4:4', 'sequential'],
    [3, '4:2:0', 'sequential'],
    [3, '4:4:4', 'progressive'],
    [3, '4:2:0', 'progressive'],
  ] as const;

  test.each(kinds)('%i components, %s, %s, as libjpeg decodes them', async (channels, chroma, scans) => {
    for (const [width, height] of sizes) {
      const source = photo(width, height, channels);
      const encoded = await codec.encode(source, { quality: 80, chroma, scans });
      // With a comment, even a well-coded file can become smaller.
      const jpeg = concat(encoded.subarray(0, 2), segment(MARKER.COM, 'x'.repeat(200)), encoded.subarray(2));
      const optimized = optimizeJpeg(jpeg, { stripMetadata: true });
      expect(optimized!.bytes.length).toBeLessThanOrEqual(encoded.length);
      expect(await codec.decode(optimized!.bytes, channels)).toEqual(await codec.decode(jpeg, channels));
    }
  });

  test.each(['sequential', 'progressive'] as const)('of line art, from %s', async (scans) => {
    const jpeg = await codec.encode(lineArt(200, 150, 3), { quality: 60, chroma: '4:4:4', scans });
    const bytes = optimizeJpeg(jpeg)?.bytes ?? jpeg;
    expect(await codec.decode(bytes, 3)).toEqual(await codec.decode(jpeg, 3));
  });

  test('with four components, as pdf.js decodes them', async () => {
    const sampling = [
      [2, 2],
      [1, 1],
      [1, 1],
      [2, 2],
    ] as const;
    const frame = frameOf({ width: 75, height: 51, sampling, density: 0.05, seed: 31 });
    const jpeg = jpegOf(frame, 'sequential', [segment(MARKER.APP14, 'Adobe\0d\0\0\0\0\x02'), exif]);
    const optimized = optimizeJpeg(jpeg, { stripMetadata: true })!;
    expect(readDctHeader(optimized.bytes)?.adobeTransform).toBe(2);
    expect(await decodeWithPdfjs(optimized.bytes)).toEqual(await decodeWithPdfjs(jpeg));
  });

  test('for any sampling, coefficient by coefficient, and never larger', () => {
    fc.assert(
      fc.property(frameRecipes, fc.boolean(), (recipe, strips) => {
        const frame = frameOf(recipe);
        const jpeg = jpegOf(frame, recipe.seed % 2 === 0 ? 'sequential' : 'progressive', [comment]);
        const optimized = optimizeJpeg(jpeg, { stripMetadata: strips });
        if (optimized === null) return;
        expect(optimized.bytes.length).toBeLessThan(jpeg.length);
        expect(contentOfJpeg(optimized.bytes)).toEqual(contentOf(frame));
      }),
      { numRuns: 60 },
    );
  });

  test('a second run finds nothing', async () => {
    const jpeg = await codec.encode(photo(120, 90, 3), { quality: 80, chroma: '4:2:0', scans: 'sequential' });
    const once = optimizeJpeg(jpeg, { stripMetadata: true });
    expect(optimizeJpeg(once!.bytes, { stripMetadata: true })).toBeNull();
  });
});

describe('coding', () => {
  test('a large picture becomes progressive, a tiny one sequential', async () => {
    const large = await codec.encode(photo(320, 240, 3), {
      quality: 75,
      chroma: '4:2:0',
      scans: 'sequential',
    });
    expect(optimizeJpeg(large)).toMatchObject({ coding: 'progressive' });
    expect(readDctHeader(optimizeJpeg(large)!.bytes)?.process).toBe('progressive');
    const tiny = await codec.encode(photo(8, 8, 3), { quality: 75, chroma: '4:4:4', scans: 'progressive' });
    expect(optimizeJpeg(tiny)).toMatchObject({ coding: 'sequential' });
    expect(readDctHeader(optimizeJpeg(tiny)!.bytes)?.process).toBe('baseline');
  });

  test('16-bit quantisation tables make it extended', () => {
    const frame = frameOf({ width: 8, height: 8, sampling: [[1, 1]], density: 0.1, seed: 2 });
    frame.components[0]!.quantTable.fill(300);
    const jpeg = concat(jpegOf(frame, 'sequential'), new Uint8Array(50));
    const optimized = optimizeJpeg(jpeg)!;
    expect(readDctHeader(optimized.bytes)).toMatchObject({ process: 'extended' });
    expect(contentOfJpeg(optimized.bytes)).toEqual(contentOf(frame));
  });
});

test('drafts may be finished in any order, or never', () => {
  const jpegs = [21, 22, 23].map((seed) => {
    const frame = frameOf({ width: 64, height: 48, sampling: [[1, 1]], density: 0.2, seed });
    return jpegOf(frame, 'sequential', [comment]);
  });
  const drafts = jpegs.map((jpeg) => draftOptimizedJpeg(jpeg, { stripMetadata: true })!);
  for (const place of [2, 0, 0])
    expect(drafts[place]!.finish()).toEqual(optimizeJpeg(jpegs[place]!, { stripMetadata: true }));
});

describe('metadata', () => {
  const sampling = [
    [1, 1],
    [1, 1],
    [1, 1],
  ] as const;
  const frame = frameOf({ width: 64, height: 64, sampling, density: 0.2, seed: 8 });

  function markersAfter(appSegments: readonly Uint8Array[], strips: boolean): number[] {
    const jpeg = concat(jpegOf(frame, 'sequential', appSegments), new Uint8Array(4096));
    const { bytes } = optimizeJpeg(jpeg, { stripMetadata: strips })!;
    return markersOf(bytes).filter((marker) => marker === MARKER.COM || marker >= MARKER.APP0);
  }

  test('stays in its order unless it is to go', () => {
    expect(markersAfter([jfif, exif, comment, adobeRgb], false)).toEqual([0xe0, 0xe1, 0xfe, 0xee]);
  });

  test('goes, but for the segments that say which colours these are', () => {
    expect(markersAfter([exif, adobeRgb, comment], true)).toEqual([0xee]);
    // Without Adobe's marker, three components numbered 1 to 3 are YCbCr with and without JFIF.
    expect(markersAfter([jfif, exif, comment], true)).toEqual([]);
    // libjpeg prefers JFIF to Adobe.
    expect(markersAfter([jfif, adobeRgb], true)).toEqual([0xe0, 0xee]);
  });

  test('alone is taken out where no other coding is smaller', () => {
    const bare = optimizeJpeg(concat(jpegOf(frame, 'sequential'), new Uint8Array(4096)))!.bytes;
    const jpeg = concat(bare.subarray(0, 2), comment, bare.subarray(2));
    expect(optimizeJpeg(jpeg, { stripMetadata: true })?.bytes.length).toBe(bare.length);
    expect(optimizeJpeg(jpeg)).toBeNull();
  });
});

describe('files with something missing or too much', () => {
  const frame = frameOf({ width: 48, height: 40, sampling: [[1, 1]], density: 0.1, seed: 12 });
  const sequential = jpegOf(frame, 'sequential', [comment]);
  const progressive = jpegOf(frame, 'progressive', [comment]);

  test('what follows the end goes', () => {
    const optimized = optimizeJpeg(concat(sequential, new Uint8Array(5000).fill(0xff)))!;
    expect(optimized.bytes.length).toBeLessThan(sequential.length + 100);
    expect(contentOfJpeg(optimized.bytes)).toEqual(contentOf(frame));
  });

  test('only the end marker may be missing', () => {
    for (const jpeg of [sequential, progressive]) {
      expect(contentOfJpeg(jpeg.subarray(0, jpeg.length - 2))).toEqual(contentOf(frame));
      for (let length = 0; length < jpeg.length - 2; length += 1)
        expect(optimizeJpeg(jpeg.subarray(0, length), { stripMetadata: true })).toBeNull();
    }
  });

  test('progressive files without their last scan are left alone', () => {
    const scans: number[] = [];
    for (let at = 0; at < progressive.length - 1; at += 1)
      if (progressive[at] === 0xff && progressive[at + 1] === MARKER.DHT) scans.push(at);
    const cut = concat(progressive.subarray(0, scans.at(-1)), [0xff, 0xd9]);
    expect(optimizeJpeg(cut, { stripMetadata: true })).toBeNull();
  });
});

describe('files that are refused', () => {
  const jpeg = jpegOf(
    frameOf({ width: 64, height: 48, sampling: [[1, 1]], density: 0.3, seed: 14 }),
    'sequential',
    [comment],
  );
  const at = (marker: number) => headerSegments(jpeg)!.find((each) => each.marker === marker)!.start;

  function patched(marker: number, offset: number, ...bytes: number[]): Uint8Array {
    const copy = jpeg.slice();
    copy.set(bytes, at(marker) + offset);
    return copy;
  }

  test.each<[string, Uint8Array]>([
    ['12 bits', patched(MARKER.SOF0, 4, 12)],
    ['arithmetic coding', patched(MARKER.SOF0, 1, 0xc9)],
    ['lossless', patched(MARKER.SOF0, 1, 0xc3)],
    ['hierarchical', patched(MARKER.SOF0, 1, 0xc5)],
    ['no height', patched(MARKER.SOF0, 5, 0, 0)],
    ['no width', patched(MARKER.SOF0, 7, 0, 0)],
    ['65535 x 65535', patched(MARKER.SOF0, 5, 255, 255, 255, 255)],
    ['more blocks than bits', patched(MARKER.SOF0, 5, 32, 0, 32, 0)],
    ['no components', patched(MARKER.SOF0, 9, 0)],
    ['sampling factor 0', patched(MARKER.SOF0, 11, 0x01)],
    ['sampling factor 5', patched(MARKER.SOF0, 11, 0x51)],
    ['a quantisation table that is missing', patched(MARKER.SOF0, 12, 2)],
    ['a quantisation step of 0', patched(MARKER.DQT, 5, 0)],
    ['a Huffman table with too many codes', patched(MARKER.DHT, 5, 3)],
    ['a Huffman table that is longer than its segment', patched(MARKER.DHT, 20, 255)],
    ['a Huffman table of unknown class', patched(MARKER.DHT, 4, 0x20)],
    ['a scan of an unknown component', patched(MARKER.SOS, 5, 9)],
    ['a scan with a Huffman table that is missing', patched(MARKER.SOS, 6, 0x33)],
    ['a scan of 0 components', patched(MARKER.SOS, 4, 0)],
    ['a sequential scan of a band', patched(MARKER.SOS, 8, 5)],
    ['sequential data called progressive', patched(MARKER.SOF0, 1, 0xc2)],
    ['nothing', new Uint8Array(0)],
    ['something else', Uint8Array.from('%PDF-1.7', (character) => character.charCodeAt(0))],
  ])('%s', (_name, bytes) => {
    expect(optimizeJpeg(jpeg, { stripMetadata: true })).not.toBeNull();
    expect(optimizeJpeg(bytes, { stripMetadata: true })).toBeNull();
  });

  test('more pixels than allowed', () => {
    expect(optimizeJpeg(jpeg, { stripMetadata: true, maxPixels: 64 * 48 - 1 })).toBeNull();
  });

  test('damage anywhere ends in null or in the same coefficients', () => {
    const damaged = fc.array(fc.tuple(fc.nat({ max: jpeg.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(damaged, (changes) => {
        const copy = jpeg.slice();
        for (const [index, byte] of changes) copy[index] = byte;
        const optimized = optimizeJpeg(copy, { stripMetadata: true });
        if (optimized !== null && optimized.coding !== 'kept')
          expect(contentOfJpeg(optimized.bytes)).toEqual(contentOfJpeg(copy));
      }),
      { numRuns: 300 },
    );
  });
});
