import { describe, expect, test } from 'vitest';
import { noise } from '../../testing/pictures/noise.ts';
import {
  areGrayPixels,
  countedTones,
  indexedPixels,
  nearestColors,
  pixelsOfIndexes,
  turnedPixels,
} from './pixels-simd.ts';

/** More than one strip, and remainders that do not fill a vector. */
const SIZES = [0, 1, 3, 15, 16, 17, 1000, 65_536, 65_537 + 131];

describe.each(SIZES)('%d pixels', (pixels) => {
  const rgb = noise(pixels * 3);
  const rgba = noise(pixels * 4);
  const gray = noise(pixels);

  test('take another form', () => {
    const expected = {
      rgbToRgba: rgba.map((_, at) => (at % 4 === 3 ? 255 : rgb[(at >> 2) * 3 + (at % 4)]!)),
      grayToRgba: rgba.map((_, at) => (at % 4 === 3 ? 255 : gray[at >> 2]!)),
      rgbaToRgb: rgb.map((_, at) => rgba[Math.floor(at / 3) * 4 + (at % 3)]!),
      firstOfFour: gray.map((_, at) => rgba[at * 4]!),
      firstOfThree: gray.map((_, at) => rgb[at * 3]!),
    };
    const from = { rgbToRgba: rgb, grayToRgba: gray, rgbaToRgb: rgba, firstOfFour: rgba, firstOfThree: rgb };
    for (const form of ['rgbToRgba', 'grayToRgba', 'rgbaToRgb', 'firstOfFour', 'firstOfThree'] as const)
      expect(Buffer.compare(turnedPixels(from[form], form), expected[form])).toBe(0);
  });

  test('are gray unless one sample differs', () => {
    const samples = rgb.map((_, at) => gray[Math.floor(at / 3)]!);
    expect(areGrayPixels(samples)).toBe(true);
    for (const place of [0, 1, 2, samples.length - 1, samples.length - 5, samples.length >> 1]) {
      if (place < 0 || place >= samples.length) continue;
      expect(areGrayPixels(samples.with(place, samples[place]! ^ 1))).toBe(false);
    }
  });

  test('are what their indexes stand for', () => {
    const table = noise(256 * 3);
    const shown = rgb.map((_, at) => table[gray[Math.floor(at / 3)]! * 3 + (at % 3)]!);
    expect(Buffer.compare(pixelsOfIndexes(gray, table, 3), shown)).toBe(0);
    expect(
      Buffer.compare(
        pixelsOfIndexes(gray, table, 1),
        gray.map((index) => table[index]!),
      ),
    ).toBe(0);
  });

  test('are counted by their colours, in the order in which they appear, and told apart by them', () => {
    const few = rgb.map((sample) => sample & 0b11000000);
    const counts = new Map<number, number>();
    const places = Array.from({ length: pixels }, (_, pixel) => {
      const color = (few[pixel * 3]! << 16) | (few[pixel * 3 + 1]! << 8) | few[pixel * 3 + 2]!;
      counts.set(color, (counts.get(color) ?? 0) + 1);
      return [...counts.keys()].indexOf(color);
    });
    const tones = countedTones(few, 3, 64)!;
    expect(tones).toEqual({
      colors: Uint32Array.from(counts.keys()),
      counts: Uint32Array.from(counts.values()),
      channels: 3,
    });
    const indexOf = noise(64);
    const indexes = indexedPixels(few, tones, indexOf);
    expect(
      Buffer.compare(
        indexes,
        Uint8Array.from(places, (place) => indexOf[place]!),
      ),
    ).toBe(0);
  });
});

test.each([1, 3] as const)('of %d channels the nearest colour is the first of the nearest', (channels) => {
  const colors = Uint32Array.from({ length: 500 }, (_, at) =>
    channels === 1 ? at % 256 : (at * 2_654_435_761) >>> 8,
  );
  const random = noise(120);
  const centers = Array.from({ length: 40 }, (_, at): [number, number, number] => {
    const [red, green, blue] = [random[at * 3]! / 1.7, random[at * 3 + 1]!, random[at * 3 + 2]! / 3];
    return channels === 1 ? [red, red, red] : [red, green, blue];
  });
  // Two centers at equal distance from everything.
  centers.push(centers[7]!);
  const parts = (color: number) =>
    channels === 1 ? [color, color, color] : [color >> 16, (color >> 8) & 255, color & 255];
  const expected = Uint8Array.from(colors, (color) => {
    const distances = centers.map((center) =>
      parts(color).reduce((sum, part, channel) => sum + (part - center[channel]!) ** 2, 0),
    );
    return distances.indexOf(Math.min(...distances));
  });
  expect(nearestColors({ colors, counts: colors, channels }, centers)).toEqual(expected);
});

test('so many colours are counted, and one that no other follows on', () => {
  const levels = Uint8Array.from({ length: 200 }, (_, at) => at);
  expect(countedTones(levels, 1, 199)?.colors.length).toBe(200);
  expect(countedTones(levels, 1, 198)).toBeNull();
});
