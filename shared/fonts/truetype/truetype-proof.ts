import { sameBytes } from '../../pdf/bytes.ts';
import { type CharacterMap, readCmap } from './cmap.ts';
import { withComponentIds } from './components.ts';
import { glyphOutline, OutlineBudget, type OutlinePoint } from './outline.ts';
import { GlyphLocations, type GlyphMetrics, glyphMetrics, type TrueTypeFont, tableOf } from './truetype.ts';

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
      sameButFree(tableOf(before.tables, tag), tableOf(after.tables, tag), free[tag]),
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
    const metrics = glyphMetrics(before, id);
    if (metrics === null || !sameMetrics(metrics, glyphMetrics(after, idAfter(id)))) return false;
  }
  return true;
}

export function sameMetrics(one: GlyphMetrics | null, other: GlyphMetrics | null): boolean {
  return one?.advance === other?.advance && one?.leftSideBearing === other?.leftSideBearing;
}

/**
 * Returns whether every character map still maps the same characters to the same glyphs.
 * @param isWanted false for entries that may be missing on either side
 */
export function mapsAlike(
  before: Pick<TrueTypeFont, 'tables'>,
  after: Pick<TrueTypeFont, 'tables'>,
  isWanted: (character: number, glyph: number) => boolean,
): boolean {
  const [maps, newMaps] = [before, after].map(({ tables }) =>
    readCmap(tables.get('cmap') ?? new Uint8Array(4)),
  );
  if (!maps || !newMaps || maps.length !== newMaps.length) return false;
  const contains = (map: CharacterMap, other: CharacterMap) =>
    [...other.glyphs].every(
      ([character, glyph]) => !isWanted(character, glyph) || map.glyphs.get(character) === glyph,
    );
  return maps.every((map, index) => {
    const other = newMaps[index]!;
    const isSameMap = map.platform === other.platform && map.encoding === other.encoding;
    return isSameMap && contains(other, map) && contains(map, other);
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
    const other = after[index]!;
    const sameKind = point.onCurve === other.onCurve && point.endsContour === other.endsContour;
    return sameKind && point.x === other.x && point.y === other.y;
  });
}
