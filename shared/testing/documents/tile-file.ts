import { FileBuilder, latin1Bytes } from './files.ts';

/** An image on the page, at one pixel per point. */
export interface Tile {
  /** Pixels from the upper left corner of the page. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Entries besides the size. */
  readonly entries: string;
  readonly data: Uint8Array;
  readonly mask?: Pick<Tile, 'entries' | 'data'> & Partial<Pick<Tile, 'width' | 'height'>>;
}

/** One page that draws tiles: object 10 + 2n is the tile n, the next one its soft mask. */
export function tileFile(
  tiles: readonly Tile[],
  {
    side = 256,
    content = usualContent,
  }: { side?: number; content?: (draws: readonly string[]) => string } = {},
): Uint8Array {
  const names = tiles.map((_, at) => `/T${at} ${10 + at * 2} 0 R`).join(' ');
  const draws = tiles.map(
    ({ left, top, width, height }, at) =>
      `${width} 0 0 ${height} ${left} ${side - top - height} cm /T${at} Do`,
  );
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Contents 4 0 R
        /Resources << /XObject << ${names} >> >> >>`,
    )
    .stream(4, '', latin1Bytes(content(draws)));
  for (const [at, { width, height, entries, data, mask }] of tiles.entries()) {
    const number = 10 + at * 2;
    const masked = mask === undefined ? '' : `/SMask ${number + 1} 0 R`;
    file.stream(number, `/Subtype /Image /Width ${width} /Height ${height} ${entries} ${masked}`, data);
    if (mask === undefined) continue;
    const size = `/Width ${mask.width ?? width} /Height ${mask.height ?? height}`;
    file.stream(number + 1, `/Subtype /Image ${size} ${mask.entries}`, mask.data);
  }
  return file.table('/Root 1 0 R').build();
}

function usualContent(draws: readonly string[]): string {
  return draws.map((draw) => `q ${draw} Q`).join('\n');
}

/** Positions of equal tiles that cover an image, row by row; those at its end are smaller. */
export function tilePlaces(side: number, width: number, height: number) {
  const columns = Math.ceil(side / width);
  return Array.from({ length: columns * Math.ceil(side / height) }, (_, at) => {
    const [left, top] = [(at % columns) * width, Math.floor(at / columns) * height];
    return { left, top, width: Math.min(width, side - left), height: Math.min(height, side - top) };
  });
}
