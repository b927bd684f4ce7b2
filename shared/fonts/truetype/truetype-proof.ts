import { sameBytes } from '../../pdf/bytes.ts';
import { readCmap } from './cmap.ts';
import { withComponentIds } from './components.ts';
import { glyphOutline, OutlineBudget, type OutlinePoint } from './outline.ts';
import { GlyphLocations, glyphMetrics, type TrueTypeFont } from './truetype.ts';

/** Programs and values for glyph instructions: a single changed byte may move points. */
const HINTING_TABLES = ['cvt ', 'fpgm', 'prep'] as const;

/** Bytes of tables that may differ: `checkSumAdjustment`, `indexToLocFormat`, `numberOfHMetrics`, `numGlyphs`. */
const FREE_BYTES: FreeBytes = {
  head: [8, 9, 10, 11, 50, 51],
  hhea: [34, 35],
  maxp: [4, 5],
};

/**
 * Returns whether `after` draws these glyphs (with components) exactly as `before`: outline in font units,
 * programs of glyph and font, metrics. Read from the written bytes, independent of the writer.
 */
export function drawsAlike(before: TrueTypeFont, after: TrueTypeFont, glyphs: Iterable<number>): boolean {
  return sameFrame(before, after, FREE_BYTES) && sameGlyphs(before, after, glyphs);
}

/** Bytes that may differ, by table. */
export type FreeBytes = Readonly<Record<'head' | 'hhea' | 'maxp', readonly number[]>>;

/** Returns whether shared data that affects drawing is the same. */
export function sameFrame(before: TrueTypeFont, after: TrueTypeFont, free: FreeBytes): boolean {
  return (
    HINTING_TABLES.every((tag) => sameTable(before, after, tag)) &&
    (['head', 'hhea', 'maxp'] as const).every((tag) =>
      sameButFree(before.tables.get(tag)!, after.tables.get(tag)!, free[tag]),
    )
  );
}

/**
 * Returns whether these glyphs with components are the same: data, outline in font units, metrics.
 * @param idAfter maps a glyph id to its id in `after`
 */
export function sameGlyphs(
  before: TrueTypeFont,
  after: TrueTypeFont,
  glyphs: Iterable<number>,
  idAfter: (id: number) => number = (id) => id,
): boolean {
  const [from, to] = [new GlyphLocations(before), new GlyphLocations(after)];
  const budget = new OutlineBudget();
  for (const id of glyphs) {
    const [data, newData] = [from.glyph(id), to.glyph(idAfter(id))];
    if (data === null || !sameGlyphData(withComponentIds(data, idAfter), newData)) return false;
    if (!sameOutline(glyphOutline(from, id, budget), glyphOutline(to, idAfter(id), budget))) return false;
    const [metrics, newMetrics] = [glyphMetrics(before, id), glyphMetrics(after, idAfter(id))];
    if (metrics === null || newMetrics === null || metrics.advance !== newMetrics.advance) return false;
    if (metrics.leftSideBearing !== newMetrics.leftSideBearing) return false;
  }
  return true;
}

/** Returns whether every character map still maps each of these characters to the same glyph. */
export function mapsAlike(before: TrueTypeFont, after: TrueTypeFont, characters: Iterable<number>): boolean {
  const [maps, newMaps] = [before, after].map(({ tables }) =>
    readCmap(tables.get('cmap') ?? new Uint8Array(4)),
  );
  if (!maps || !newMaps || maps.length !== newMaps.length) return false;
  const wanted = [...characters];
  return maps.every((map, index) => {
    const other = newMaps[index];
    const isSameMap = map.platform === other.platform && map.encoding === other.encoding;
    return (
      isSameMap && wanted.every((character) => map.glyphs.get(character) === other.glyphs.get(character))
    );
  });
}

function sameTable(before: TrueTypeFont, after: TrueTypeFont, tag: string): boolean {
  const [one, other] = [before.tables.get(tag), after.tables.get(tag)];
  if (one === undefined || other === undefined) return one === other;
  return sameBytes(one, other);
}

function sameButFree(before: Uint8Array, after: Uint8Array, free: readonly number[]): boolean {
  const [one, other] = [before.slice(), after.slice()];
  for (const at of free) if (at < one.length && at < other.length) one[at] = other[at] = 0;
  return sameBytes(one, other);
}

/** Glyphs are padded, so zeros may follow. */
function sameGlyphData(before: Uint8Array | null, after: Uint8Array | null): boolean {
  if (before === null || after === null || after.length < before.length) return false;
  if ((before.length === 0) !== (after.length === 0)) return false;
  const isPadded = after.subarray(before.length).every((byte) => byte === 0);
  return isPadded && sameBytes(before, after.subarray(0, before.length));
}

function sameOutline(before: readonly OutlinePoint[] | null, after: readonly OutlinePoint[] | null): boolean {
  if (before === null || after === null || before.length !== after.length) return false;
  return before.every((point, index) => {
    const other = after[index];
    const sameKind = point.onCurve === other.onCurve && point.endsContour === other.endsContour;
    return sameKind && point.x === other.x && point.y === other.y;
  });
}
