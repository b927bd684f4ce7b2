import type { Plane } from '../../../codecs/scans/planes.ts';
import type { DarkBox, EdgeBand } from '../../../codecs/scans/settled.ts';

/** Pixels of a context relative to the coded one, across and down (ITU-T T.88, figure 3). */
const CONTEXT: readonly (readonly [number, number])[] = [
  ...[-1, -2, -3, -4].map((dx) => [dx, 0] as const),
  ...[3, 2, 1, 0, -1, -2, -3].map((dx) => [dx, -1] as const),
  ...[2, 1, 0, -1, -2].map((dx) => [dx, -2] as const),
];

/** The settled mask, one byte per pixel. */
export function plainSettled(box: DarkBox, { width: across, levels }: Plane, band: EdgeBand): Uint8Array {
  const { left, top, width, height } = box;
  const dark = box.dark.slice();
  const at = (x: number, y: number) => {
    const isInside = x >= 0 && y >= 0 && x < width && y < height;
    return isInside ? dark[y * width + x]! : 0;
  };
  const contextOf = (x: number, y: number) =>
    CONTEXT.reduce((bits, [dx, dy], bit) => bits | (at(x + dx, y + dy) << bit), 0);
  const counts = new Map<number, [number, number]>();
  eachPixel(box, (x, y) => {
    const context = contextOf(x, y);
    const both = counts.get(context) ?? [0, 0];
    both[at(x, y)]! += 1;
    counts.set(context, both);
  });
  const costOf = (x: number, y: number) => {
    const both = counts.get(contextOf(x, y)) ?? [0, 0];
    return logarithm(2 * (both[0] + both[1]) + 2) - logarithm(2 * both[at(x, y)]! + 1);
  };
  // Pixels after the last row are not coded, but count as if they were.
  const costAround = (x: number, y: number) =>
    CONTEXT.reduce((sum, [dx, dy]) => sum + costOf(x - dx, y - dy), costOf(x, y));
  eachPixel(box, (x, y) => {
    const value = at(x, y);
    const beside = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)];
    if (beside.every((other) => other === value)) return;
    const cell = Math.trunc((top + y) / band.block) * band.columns + Math.trunc((left + x) / band.block);
    const level = levels[(top + y) * across + left + x]!;
    if (level < band.low[cell]! || level > band.high[cell]! || !isSimple(at, x, y)) return;
    const now = costAround(x, y);
    dark[y * width + x] = 1 - value;
    if (costAround(x, y) >= now) dark[y * width + x] = value;
  });
  return dark;
}

function eachPixel({ width, height }: DarkBox, see: (x: number, y: number) => void): void {
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) see(x, y);
}

const NEIGHBOURS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];

/** Strokes connect by sides and corners, areas between them by sides: neither changes, and no stroke end moves. */
function isSimple(at: (x: number, y: number) => number, x: number, y: number): boolean {
  const around = NEIGHBOURS.map(([dx, dy]) => at(x + dx, y + dy));
  const isAlike = around.filter((value) => value === at(x, y)).length;
  // Groups of light neighbors, in circular order, that touch the middle pixel by a side.
  let groups = 0;
  for (const side of [0, 2, 4, 6]) {
    if (around[side] === 1) continue;
    const goesOn = around[side + 1] === 0 && around[(side + 2) % 8] === 0;
    if (!goesOn) groups += 1;
  }
  return isAlike >= 3 && groups === 1;
}

/** Binary logarithm in 256ths, rounded down after each of eight squarings. */
function logarithm(value: number): number {
  const whole = BigInt(value).toString(2).length - 1;
  let rest = (BigInt(value) << 31n) >> BigInt(whole);
  let out = whole;
  for (let bit = 0; bit < 8; bit += 1) {
    rest = (rest * rest) >> 31n;
    const over = rest >> 32n;
    rest >>= over;
    out = out * 2 + Number(over);
  }
  return out;
}
