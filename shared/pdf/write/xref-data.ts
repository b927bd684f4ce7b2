import { deflate } from '../../codecs/flate/deflate.ts';
import { OBJECTS_PER_STREAM } from './object-stream.ts';
import { pngUp } from './png-up.ts';

/** Place of an object: in the file, or in an object stream. */
export type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/**
 * Returns the data of a cross-reference stream (7.5.8) for consecutive objects, and the entries that describe it.
 * @param places by object number minus `first`; undefined for free objects
 * @param maxOffset largest offset
 */
export function xrefStreamData(
  places: readonly (Place | undefined)[],
  first: number,
  maxOffset: number,
): { readonly bytes: Uint8Array; readonly entries: string } {
  const offsetWidth = byteWidth(Math.max(maxOffset, first + places.length));
  const indexWidth = byteWidth(OBJECTS_PER_STREAM - 1);
  const width = 1 + offsetWidth + indexWidth;
  const rows = new Uint8Array(places.length * width);
  for (const [at, place] of places.entries()) {
    // Object 0 heads the (empty) free list; its generation would be 65535, which readers do not use.
    if (place === undefined) continue;
    const row = at * width;
    const isPacked = 'stream' in place;
    rows[row] = isPacked ? 2 : 1;
    putBigEndian(rows, row + 1, offsetWidth, isPacked ? place.stream : place.offset);
    if (isPacked) putBigEndian(rows, row + 1 + offsetWidth, indexWidth, place.index);
  }
  return {
    bytes: deflate(pngUp(rows, width)),
    entries: `/W[1 ${offsetWidth} ${indexWidth}]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${width}>>`,
  };
}

/** Returns a cross-reference table (7.5.4) of one section. */
export function xrefTable(places: readonly (Place | undefined)[], first: number): string {
  const rows = places.map((place, at) => {
    if (first + at === 0) return '0000000000 65535 f \n';
    if (place === undefined || 'stream' in place)
      throw new Error(`object ${first + at} has no place in the file`);
    return `${String(place.offset).padStart(10, '0')} 00000 n \n`;
  });
  return `xref\n${first} ${places.length}\n${rows.join('')}`;
}

function byteWidth(value: number): number {
  let width = 1;
  for (let limit = 256; value >= limit; limit *= 256) width += 1;
  return width;
}

function putBigEndian(target: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let i = width - 1; i >= 0; i--) {
    target[at + i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
