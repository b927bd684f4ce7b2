import { viewOf } from '../sfnt.ts';
import { tableOf } from './truetype.ts';

export const NO_OUTLINE = new Uint8Array(0);

/** Writes `glyf` and `loca` from outlines by glyph id, with 16-bit offsets if possible. */
export function putOutlines(tables: Map<string, Uint8Array>, outlines: readonly Uint8Array[]): void {
  const offsets: number[] = [0];
  // "the local offsets should be … 4-byte aligned" is optional; short offsets require two bytes.
  for (const [id, outline] of outlines.entries()) offsets.push(offsets[id]! + ((outline.length + 1) & ~1));
  const glyf = new Uint8Array(offsets[outlines.length]!);
  for (const [id, outline] of outlines.entries()) glyf.set(outline, offsets[id]);
  const isLong = glyf.length > 0x1fffe;
  const loca = new Uint8Array(offsets.length * (isLong ? 4 : 2));
  const view = viewOf(loca);
  for (const [index, offset] of offsets.entries()) {
    if (isLong) view.setUint32(index * 4, offset);
    else view.setUint16(index * 2, offset / 2);
  }
  tables.set('glyf', glyf).set('loca', loca);
  tables.set('head', withUint16(tableOf(tables, 'head'), 50, isLong ? 1 : 0));
  tables.set('maxp', withUint16(tableOf(tables, 'maxp'), 4, outlines.length));
}

export function withUint16(table: Uint8Array, at: number, value: number): Uint8Array {
  const copy = table.slice();
  viewOf(copy).setUint16(at, value);
  return copy;
}
