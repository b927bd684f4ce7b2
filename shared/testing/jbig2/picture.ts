/** Bilevel images in the simplest form, a byte per pixel, and their combination as in T.88. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Row by row; 1 is black. */
  readonly pixels: Uint8Array;
}

export type Operator = 'OR' | 'AND' | 'XOR' | 'XNOR' | 'REPLACE';

/** Keyed by their numbers in 7.4.1.5. */
export const OPERATORS: readonly Operator[] = ['OR', 'AND', 'XOR', 'XNOR', 'REPLACE'];

export function picture(
  width: number,
  height: number,
  isBlack: (x: number, y: number) => boolean = () => false,
): Picture {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    Number(isBlack(at % width, Math.floor(at / width))),
  );
  return { width, height, pixels };
}

/** From rows of `#` (black) and anything else. */
export function drawn(art: string): Picture {
  const rows = art.trim().split(/\s+/);
  return picture(rows[0]!.length, rows.length, (x, y) => rows[y]![x] === '#');
}

/** White outside the image (6.2.5.2). */
export function pixelAt({ width, height, pixels }: Picture, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x]!;
}

/** Combines `over` onto `under`; parts outside the edges are lost. */
export function combined(under: Picture, over: Picture, x: number, y: number, operator: Operator): Picture {
  const pixels = under.pixels.slice();
  for (let row = Math.max(y, 0); row < Math.min(y + over.height, under.height); row += 1) {
    for (let column = Math.max(x, 0); column < Math.min(x + over.width, under.width); column += 1) {
      const at = row * under.width + column;
      pixels[at] = applied(operator, pixels[at]!, pixelAt(over, column - x, row - y));
    }
  }
  return { ...under, pixels };
}

function applied(operator: Operator, below: number, above: number): number {
  switch (operator) {
    case 'OR':
      return below | above;
    case 'AND':
      return below & above;
    case 'XOR':
      return below ^ above;
    case 'XNOR':
      return below ^ above ^ 1;
    case 'REPLACE':
      return above;
  }
}

/** Side by side, as in collective bitmaps (6.5.9, 6.7.5). */
export function joined(pictures: readonly Picture[]): Picture {
  const width = pictures.reduce((sum, each) => sum + each.width, 0);
  let all = picture(width, pictures[0]!.height);
  let x = 0;
  for (const each of pictures) {
    all = combined(all, each, x, 0, 'REPLACE');
    x += each.width;
  }
  return all;
}

/** Rows of whole bytes, 1 for black. */
export function packedRows({ width, height, pixels }: Picture): Uint8Array {
  const stride = Math.ceil(width / 8);
  const rows = new Uint8Array(stride * height);
  for (const [at, pixel] of pixels.entries()) {
    const x = at % width;
    if (pixel === 1) rows[Math.floor(at / width) * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return rows;
}
