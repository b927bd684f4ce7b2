import { expect, test } from 'vitest';
import { plainSettled } from '../../testing/oracles/plain-scans/settled.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { scannedPrint } from '../../testing/pictures/scanned-print.ts';
import type { Bitmap } from '../bitmap.ts';
import { encodeJbig2 } from '../jbig2/encode.ts';
import type { Plane } from './planes.ts';
import { type DarkBox, type EdgeBand, settledBitmap } from './settled.ts';

const EDGE = 140;
const BLOCK = 16;

/** Print with enough grain for rough edges. */
function roughPrint(width: number, height: number): Plane {
  const lines = [0, 0.15].map((below) => ({
    top: 0.02 + below,
    left: 0.02,
    letters: 14,
    inks: [[30, 30, 30]] as const,
  }));
  const { samples, ...size } = scannedPrint({
    width: width / 300,
    height: height / 300,
    dpi: 300,
    channels: 1,
    lines,
  });
  const grain = noise(samples.length);
  const levels = samples.map((level, at) => Math.max(0, Math.min(255, level + (grain[at]! >> 1) - 64)));
  return { width: size.width, height: size.height, levels };
}

function darkIn({ width, levels }: Plane, left: number, top: number, across: number, down: number): DarkBox {
  const dark = Uint8Array.from({ length: across * down }, (_, at) => {
    const place = (top + Math.trunc(at / across)) * width + left + (at % across);
    return levels[place]! < EDGE ? 1 : 0;
  });
  return { left, top, width: across, height: down, dark };
}

/** A separate band for each block, around the edge. */
function bandOf({ width, height }: Plane, reach: number): EdgeBand {
  const columns = Math.ceil(width / BLOCK);
  const steps = noise(columns * Math.ceil(height / BLOCK)).map((level) => level % (reach + 1));
  return {
    block: BLOCK,
    columns,
    low: steps.map((step) => EDGE - step),
    high: steps.map((step) => EDGE + step),
  };
}

function bytesOf({ width, height, data }: Bitmap): Uint8Array {
  const stride = (width + 7) >> 3;
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.trunc(at / width)];
    return (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
  });
}

test.each([
  [1, 1],
  [5, 3],
  [16, 9],
  [33, 40],
  [221, 95],
])('a box of %d x %d is settled pixel by pixel as by the plain form', (width, height) => {
  const plane = roughPrint(width + 3, height + 2);
  const box = darkIn(plane, 3, 2, width, height);
  const band = bandOf(plane, 60);
  const settled = bytesOf(settledBitmap(box, plane, band));
  expect(settled).toEqual(plainSettled(box, plane, band));
  if (width > 200) expect(settled).not.toEqual(box.dark);
});

test('what is no edge, or lies clearly to one side of it, stays; padding is light', () => {
  const plane = roughPrint(61, 50);
  const box = darkIn(plane, 0, 0, 61, 50);
  const none = { ...bandOf(plane, 0), low: new Uint8Array(400).fill(255), high: new Uint8Array(400) };
  const { data, ...size } = settledBitmap(box, plane, none);
  expect(bytesOf({ data, ...size })).toEqual(box.dark);
  expect(data.every((byte, at) => at % 8 !== 7 || (byte & 7) === 0)).toBe(true);
});

/** Groups of pixels of one value: dark ones connected by sides and corners, light ones by sides. */
function groups(dark: Uint8Array, width: number, value: number): number {
  const seen = dark.map((own) => (own === value ? 0 : 1));
  let count = 0;
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    count += 1;
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const x = (at % width) + dx;
          const next = at + dy * width + dx;
          const touches = value === 1 || dx === 0 || dy === 0;
          if (!touches || x < 0 || x >= width || seen[next] !== 0) continue;
          seen[next] = 1;
          open.push(next);
        }
      }
    }
  }
  return count;
}

test('no stroke and no counter is joined, parted, begun or ended, and the mask takes fewer bytes', () => {
  const plane = roughPrint(400, 110);
  // A light frame, since shapes that touch the border of a box are incomplete.
  const box = darkIn(plane, 0, 0, 400, 110);
  for (let at = 0; at < box.dark.length; at += 1) {
    const [x, y] = [at % 400, Math.trunc(at / 400)];
    if (x === 0 || y === 0 || x === 399 || y === 109) box.dark[at] = 0;
  }
  const wide = new Uint8Array(400);
  const band: EdgeBand = {
    block: BLOCK,
    columns: 25,
    low: wide.map(() => EDGE - 25),
    high: wide.map(() => EDGE + 25),
  };
  const settled = settledBitmap(box, plane, band);
  const dark = bytesOf(settled);
  for (const value of [0, 1]) expect(groups(dark, 400, value)).toBe(groups(box.dark, 400, value));
  const asItWas = settledBitmap(box, plane, { ...band, low: wide.map(() => 255), high: wide });
  expect(encodeJbig2(settled, 'generic').length).toBeLessThan(encodeJbig2(asItWas, 'generic').length * 0.97);
});
