import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { type Component, type ComponentLimits, findComponents } from './components.ts';
import { findClasses, gainOf, type SymbolClass } from './symbol-classes.ts';

export interface PageSymbols {
  readonly classes: readonly SymbolClass[];
  /** The page without the pixels of the symbols' instances. */
  readonly rest: Bitmap;
}

const LETTERS: ComponentLimits = {
  // A letter of 24 points at 600 dpi; larger shapes are few.
  maxSide: 200,
  // A speck of fewer pixels costs less as it is than its place would.
  minInk: 8,
  // Dense print has one in 30; a halftone or noise has one in 10 and more.
  pixelsPerRun: 16,
  // A newspaper at 600 dpi has fewer; each may be a shape that is held in memory.
  maxRuns: 1_500_000,
  // A page of a newspaper has some 20,000.
  maxCount: 60_000,
};

/** Of what the page takes: pages that were to gain less lost, in drawings with a few letters. */
const LEAST_GAIN = 0.04;

/**
 * The shapes of a page that repeat, or null where nothing would be gained. `genericBytes`: what the page takes as
 * one generic region, from which the cost of its other pixels is told.
 */
export function findPageSymbols(page: Bitmap, genericBytes: number): PageSymbols | null {
  const components = findComponents(page, LETTERS);
  if (components === null) return null;
  const bitsPerEdge = (genericBytes * 8) / countEdges(page);
  const classes = findClasses(components, bitsPerEdge);
  const gain = classes.reduce((sum, found) => sum + gainOf(found, bitsPerEdge), 0);
  if (gain <= genericBytes * 8 * LEAST_GAIN) return null;
  const data = page.data.slice();
  for (const { members } of classes) {
    for (const { component } of members) erase(data, bytesPerRow(page.width), component);
  }
  return { classes, rest: { ...page, data } };
}

/** As a component counts its own, but for the page's outer border. */
function countEdges({ width, height, data }: Bitmap): number {
  const stride = bytesPerRow(width);
  let edges = 0;
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    for (let column = 0; column < stride; column++) {
      const at = row + column;
      const byte = data[at];
      const above = y === 0 ? 0 : data[at - stride];
      const left = column === 0 ? 0 : data[at - 1] & 1;
      if ((byte | above | left) === 0) continue;
      edges += BIT_COUNT[byte ^ ((left << 7) | (byte >> 1))] + BIT_COUNT[byte ^ above];
    }
  }
  return edges;
}

function erase(data: Uint8Array, stride: number, { x, y, width, height, pixels }: Component): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (pixels[row * width + column] === 0) continue;
      const pixel = x + column;
      data[(y + row) * stride + (pixel >> 3)] &= ~(0x80 >> (pixel & 7));
    }
  }
}

const BIT_COUNT = new Uint8Array(256);
for (let byte = 1; byte < 256; byte++) BIT_COUNT[byte] = BIT_COUNT[byte >> 1] + (byte & 1);
