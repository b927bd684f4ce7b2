/** Where each pixel of a row lies between the centres of coarser cells. */
export interface Between {
  /** The cell whose centre lies before it. */
  readonly first: Int32Array;
  /** How far it is from there to the next one, in 256ths. */
  readonly share: Int32Array;
}

/** Of cells with a whole number of pixels each, the last of which may be cut. */
export function betweenBlocks(pixels: number, block: number, blocks: number): Between {
  return placedBy(pixels, blocks, (at) => ((2 * at + 1 - block) * 128) / block);
}

/** Of `cells` pixels of another picture, so many of which (not always a whole number) are as wide as the row. */
export function betweenPixels(pixels: number, span: number, cells: number): Between {
  return placedBy(pixels, cells, (at) => (((at + 0.5) * span) / pixels - 0.5) * 256);
}

function placedBy(pixels: number, cells: number, placeOf: (at: number) => number): Between {
  const first = new Int32Array(pixels);
  const share = new Int32Array(pixels);
  for (let at = 0; at < pixels; at += 1) {
    const place = Math.max(0, Math.trunc(placeOf(at)));
    first[at] = Math.min(cells - 1, place >> 8);
    share[at] = place & 255;
  }
  return { first, share };
}
