/** FDSelect: the font DICT of each glyph, as ranges (Technical Note #5176, 19). */
const FORMAT_3 = 3;

/** @param parts index of a font DICT, by glyph */
export function fdSelectOf(parts: readonly number[]): Uint8Array {
  const starts = parts.flatMap((part, glyph) => (glyph === 0 || part !== parts[glyph - 1] ? [glyph] : []));
  const ranges = starts.flatMap((glyph) => [glyph >> 8, glyph & 0xff, parts[glyph]]);
  const { length } = parts;
  return Uint8Array.from([
    FORMAT_3,
    starts.length >> 8,
    starts.length & 0xff,
    ...ranges,
    length >> 8,
    length & 0xff,
  ]);
}
