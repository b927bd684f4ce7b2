/** Interpolation positions of a row's pixels between the centers of coarser cells. */
export interface Between {
  /** The cell whose center precedes it. */
  readonly first: Int32Array;
  /** Distance from there toward the next one, in 256ths. */
  readonly share: Int32Array;
}

/** For cells of a whole number of pixels; the last one may be incomplete. */
export function betweenBlocks(pixels: number, block: number, blocks: number): Between {
  return placedBy(pixels, blocks, (at) => ((2 * at + 1 - block) * 128) / block);
}

/** For `cells` pixels of another image, `span` of which (not always an integer) are as wide as the row. */
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
