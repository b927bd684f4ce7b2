import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeJpx, type JpxDecodeOptions } from './decode.ts';
import { readJpxHeader } from './header.ts';

const wasm = createRequire(import.meta.url).resolve('pdfjs-dist/wasm/openjpeg.wasm');
const module = new WebAssembly.Module(readFileSync(wasm));

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

// Lossless, 11 x 6 pixels, one level; written by Pillow 12 with OpenJPEG, for nothing here encodes JPEG 2000. A sample
// of component c at (x, y) is 20x + 7y + 60c (mod 256), of the 16-bit one 5000x + 777y (mod 65536).
const RGB_JP2 = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABgAAAAsAAwcHAAAAAAAPY29scgEAAAAA' +
    'ABAAAAEPanAyY/9P/1EALwAAAAAACwAAAAYAAAAAAAAAAAAAAAsAAAAGAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAEEBAAB' +
    '/1wAB0BASEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAlAAB/5PfgJgGxhYY8G+oPvXy' +
    'tCRrUAjM94qf34CwJPyNE+H6GBKpnNwYnzOtpNz0j6xDf9+AmBmJ9pajGujueAALYEuRxtcQBcCgPhDADMIlz8AWPtCo/ADAIlph' +
    'UZ0sTKiQ5uo+nvOfJedDz8AePtC4faCAGSuf1lrltx9uKkN2Hk0MfrMPGCOgWf/Z',
);
const RGBA_JP2 = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAABgAAAAsABAcHAAAAAAAPY29scgEAAAAA' +
    'ABAAAAAiY2RlZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAABRGpwMmP/T/9RADIAAAAAAAsAAAAGAAAAAAAAAAAAAAALAAAA' +
    'BgAAAAAAAAAAAAQHAQEHAQEHAQEHAQH/UgAMAAAAAQABBAQAAf9cAAdAQEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVy' +
    'c2lvbiAyLjUuNP+QAAoAAAAAAMYAAf+T34CYBsYWGPBvqD718rQka1AIzPeKn9+AsCT8jRPh+hgSqZzcGJ8zraTc9I+sQ3/fgJgZ' +
    'ifaWoxro7ngAC2BLkcbXEAXA34CgEdQuZmgonDoH3ssFgHKV3Io8OVugPhDADMIlz8AWPtCo/ADAIlphUZ0sTKiQ5uo+nvOfJedD' +
    'z8AePtC4faCAGSuf1lrltx9uKkN2Hk0MfrMPGCOgWc/AFh9QVH4AYA8xijq9EsDOATYQ89y8HxLFV//Z',
);
const RGB_CODESTREAM = fromBase64(
  '/0//UQAvAAAAAAALAAAABgAAAAAAAAAAAAAACwAAAAYAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/' +
    'ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAACUAAH/k9+AmAbGFhjwb6g+9fK0JGtQCMz3ip/f' +
    'gLAk/I0T4foYEqmc3BifM62k3PSPrEN/34CYGYn2lqMa6O54AAtgS5HG1xAFwKA+EMAMwiXPwBY+0Kj8AMAiWmFRnSxMqJDm6j6e' +
    '858l50PPwB4+0Lh9oIAZK5/WWuW3H24qQ3YeTQx+sw8YI6BZ/9k=',
);
const GRAY16_JP2 = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABgAAAAsAAQ8HAAAAAAAPY29scgEAAAAA' +
    'ABEAAAC4anAyY/9P/1EAKQAAAAAACwAAAAYAAAAAAAAAAAAAAAsAAAAGAAAAAAAAAAAAAQ8BAf9SAAwAAAABAAEEBAAB/1wAB0CA' +
    'iIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAQwAB/5Pf+JEoBsYq6uANH7c3z5DtHjSa' +
    'Wbwa+aSfBtYTZtd1EBn1AEFymjJLX6AfsEAMwiGYeWocX//Z',
);

const WIDTH = 11;
const HEIGHT = 6;

function expectedSamples(components: number): number[] {
  const samples: number[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      for (let c = 0; c < components; c++) samples.push((20 * x + 7 * y + 60 * c) & 0xff);
    }
  }
  return samples;
}

function decode(data: Uint8Array, options: Partial<JpxDecodeOptions> = {}) {
  return decodeJpx(data, { module, components: 3, maxPixels: 1000, ...options });
}

/** The image with bytes after an ASCII name or a marker replaced. */
function patched(data: Uint8Array, name: string, offset: number, bytes: readonly number[]): Uint8Array {
  const at = Buffer.from(data).indexOf(name, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  const copy = data.slice();
  copy.set(bytes, at + offset);
  return copy;
}

/** COC: one level, code blocks of 4 x 4 in the first component. */
const COMPONENT_STYLE = [0xff, 0x53, 0, 9, 0, 0, 1, 0, 0, 0, 1];

/** The image with bytes in front of a marker. */
function inserted(data: Uint8Array, marker: string, bytes: readonly number[]): Uint8Array {
  const at = Buffer.from(data).indexOf(marker, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  return Uint8Array.from([...data.subarray(0, at), ...bytes, ...data.subarray(at)]);
}

const SIZ = '\xff\x51';
/** From the SIZ marker to the first component's depth. */
const DEPTH = 40;

describe('header', () => {
  test('of a JP2 file', () => {
    expect(readJpxHeader(RGB_JP2)).toEqual({
      codestream: [85, 348],
      width: 11,
      height: 6,
      originX: 0,
      originY: 0,
      components: 3,
      bitsPerComponent: 8,
      levels: 1,
      reversible: true,
      colorSpace: 'sRGB',
      opacity: false,
      obstacle: null,
    });
  });

  test('of a bare codestream, which names no color space', () => {
    expect(readJpxHeader(RGB_CODESTREAM)).toMatchObject({ width: 11, components: 3, colorSpace: null });
  });

  test('tells opacity and depth', () => {
    expect(readJpxHeader(RGBA_JP2)).toMatchObject({ components: 4, opacity: true, obstacle: null });
    expect(readJpxHeader(GRAY16_JP2)).toMatchObject({ bitsPerComponent: 16, colorSpace: 'gray' });
  });

  test.each([
    ['signed', patched(RGB_JP2, SIZ, DEPTH, [0x87, 1, 1, 0x87, 1, 1, 0x87])],
    ['mixed-depth', patched(RGB_JP2, SIZ, DEPTH, [6])],
    ['too-deep', patched(GRAY16_JP2, SIZ, DEPTH, [19])],
    ['subsampled', patched(RGB_JP2, SIZ, DEPTH + 3, [7, 2, 2])],
    ['palette', patched(RGBA_JP2, 'cdef', 0, [...Buffer.from('pclr')])],
    ['reordered', patched(RGBA_JP2, 'cdef', 4 + 2 + 4, [0, 3])],
  ])('names what the samples would be wrong for: %s', (obstacle, data) => {
    expect(readJpxHeader(data)).toMatchObject({ obstacle });
    expect(decode(data, { components: 1 })).toBeNull();
  });

  describe('names an image that is cut into more parts than its data justifies', () => {
    const COD = '\xff\x52';
    const side = (pixels: number) => [0, 0, pixels >> 8, pixels & 255];
    /** The image at 9000 x 9000, cut into tiles of this width and height in pixels. */
    const large = (tile: number) =>
      patched(patched(RGB_CODESTREAM, SIZ, 6, [...side(9000), ...side(9000)]), SIZ, 22, [
        ...side(tile),
        ...side(tile),
      ]);

    test.each([
      ['tiles', large(40)],
      ['code blocks', patched(large(9000), COD, 10, [0, 0])],
      ['precincts', patched(patched(large(9000), COD, 4, [1]), COD, 14, [0x56, 0x56])],
      ['code blocks of a component', inserted(large(9000), '\xff\x5c', COMPONENT_STYLE)],
      ['code blocks of a tile', inserted(large(9000), '\xff\x93', COMPONENT_STYLE)],
    ])('%s', (_name, data) => {
      expect(readJpxHeader(data)).toMatchObject({ obstacle: 'many-blocks' });
      expect(decode(data, { maxPixels: 100_000_000 })).toBeNull();
    });

    test('but not a large one as encoders write it', () => {
      expect(readJpxHeader(large(9000))).toMatchObject({ width: 9000, obstacle: null });
      expect(readJpxHeader(large(1024))).toMatchObject({ obstacle: null });
    });
  });

  test('is null for anything else and for a header that is cut off', () => {
    expect(readJpxHeader(new Uint8Array())).toBeNull();
    expect(readJpxHeader(new TextEncoder().encode('%PDF-1.7 and some more text'))).toBeNull();
    expect(readJpxHeader(RGB_JP2.subarray(0, 100))).toBeNull();
  });
});

describe('samples', () => {
  test.each([
    ['a JP2 file', RGB_JP2, 3],
    ['a bare codestream', RGB_CODESTREAM, 3],
    ['three colors and opacity', RGBA_JP2, 4],
    ['the first three of four', RGBA_JP2, 3],
    ['the first one', RGB_JP2, 1],
  ] as const)('are those that were encoded: %s', (_name, data, components) => {
    const decoded = decode(data, { components });
    expect(decoded).toMatchObject({
      width: WIDTH,
      height: HEIGHT,
      components,
      bitsPerComponent: 8,
      damaged: false,
    });
    expect([...decoded!.samples]).toEqual(expectedSamples(components));
  });

  test('keep 16 bits', () => {
    const decoded = decode(GRAY16_JP2, { components: 1 });
    expect(decoded!.bitsPerComponent).toBe(16);
    expect(decoded!.samples).toBeInstanceOf(Uint16Array);
    expect(decoded!.samples[3 * WIDTH + 2]).toBe(5000 * 2 + 777 * 3);
  });

  test('come at half size, rounded up', () => {
    const decoded = decode(RGB_JP2, { reducePower: 1 });
    expect(decoded).toMatchObject({ width: 6, height: 3 });
    expect(decoded!.samples.length).toBe(6 * 3 * 3);
  });

  test('are whole though a box stands outside of the header', () => {
    const box = [0, 0, 0, 15, ...Buffer.from('colr'), 1, 0, 0, 0, 0, 0, 16];
    const at = Buffer.from(RGB_JP2).indexOf('jp2c', 0, 'latin1') - 4;
    const misplaced = Uint8Array.from([...RGB_JP2.subarray(0, at), ...box, ...RGB_JP2.subarray(at)]);
    const decoded = decode(misplaced);
    expect(decoded).toMatchObject({ damaged: false });
    expect([...decoded!.samples]).toEqual(expectedSamples(3));
  });

  test('are whole though the number of tile-parts is one too low', () => {
    const empty = (part: number) => [0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 14, part, 2, 0xff, 0x93];
    const sot = Buffer.from(RGB_CODESTREAM).indexOf('ff90', 0, 'hex');
    const tile = RGB_CODESTREAM.subarray(0, -2);
    const parts = Uint8Array.from([...tile, ...empty(1), ...empty(2), 0xff, 0xd9]);
    parts[sot + 11] = 2;
    const decoded = decode(parts);
    expect(decoded).toMatchObject({ damaged: false });
    expect([...decoded!.samples]).toEqual(expectedSamples(3));
  });

  test('are the same from one module again and again', () => {
    expect(decode(RGB_JP2)).toEqual(decode(RGB_JP2));
  });
});

describe('refuses', () => {
  test.each([
    ['more pixels than allowed', RGB_JP2, { maxPixels: WIDTH * HEIGHT - 1 }],
    ['more components than there are', RGB_JP2, { components: 4 }],
    ['more halvings than there are levels', RGB_JP2, { reducePower: 2 }],
    ['data that is cut off', RGB_JP2.subarray(0, RGB_JP2.length - 60), {}],
  ] as const)('%s', (_name, data, options) => {
    expect(decode(data, options)).toBeNull();
  });

  test('or decodes, but never throws for, broken data', () => {
    fc.assert(
      fc.property(fc.nat(RGB_CODESTREAM.length - 1), fc.nat(255), (at, byte) => {
        const broken = RGB_CODESTREAM.slice();
        broken[at] = byte;
        const decoded = decode(broken);
        if (decoded !== null) expect(decoded.samples.length).toBe(decoded.width * decoded.height * 3);
      }),
      { numRuns: 150 },
    );
  });
});
