import { type Bitmap, bytesPerRow } from '../../codecs/bitmap.ts';

/** A bar of ink in pixels: left, top, width, height. */
export type Bar = readonly [number, number, number, number];

/** Scans and pages of bars, in pixels. */
export const BARRED = { width: 300, height: 200, paper: 240, ink: 20 } as const;

/** Bars of 20 x 5 pixels in rows, as strokes of print. */
export const PRINT: readonly Bar[] = Array.from({ length: 30 }, (_, at) => [
  30 + (at % 6) * 40,
  30 + Math.trunc(at / 6) * 28,
  20,
  5,
]);

/** A bar with a gray level, or a color. */
export interface Mark {
  readonly bar: Bar;
  readonly level: number | readonly [number, number, number];
}

export const printed = (level: number = BARRED.ink): readonly Mark[] => PRINT.map((bar) => ({ bar, level }));

/** A gray scan of these marks on paper; later ones cover earlier ones. */
export function scanOf(marks: readonly Mark[]) {
  return { ...sized(1, marks), channels: 1 } as const;
}

/** The same in colors. */
export function colorScanOf(marks: readonly Mark[]) {
  return { ...sized(3, marks), channels: 3 } as const;
}

function sized(channels: number, marks: readonly Mark[]) {
  const { width, height, paper } = BARRED;
  const samples = new Uint8Array(width * height * channels).fill(paper);
  for (const { bar, level } of marks) {
    const color = typeof level === 'number' ? new Array(channels).fill(level) : level;
    eachPixel(bar, (at) => samples.set(color, at * channels));
  }
  return { width, height, samples };
}

/** A page of one bit with ink on these bars, but for what is white. */
export function pageOf(bars: readonly Bar[], white: readonly Bar[] = []): Bitmap {
  const { width, height } = BARRED;
  const data = new Uint8Array(bytesPerRow(width) * height);
  const set = (at: number, ink: number) => {
    const byte = Math.trunc(at / width) * bytesPerRow(width) + ((at % width) >> 3);
    const bit = 0x80 >> ((at % width) & 7);
    data[byte] = ink === 1 ? data[byte]! | bit : data[byte]! & ~bit;
  };
  for (const bar of bars) eachPixel(bar, (at) => set(at, 1));
  for (const bar of white) eachPixel(bar, (at) => set(at, 0));
  return { width, height, data };
}

function eachPixel([left, top, width, height]: Bar, see: (at: number) => void): void {
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) see(y * BARRED.width + x);
  }
}
