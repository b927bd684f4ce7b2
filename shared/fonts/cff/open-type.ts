/** OpenType fonts with CFF outlines (ISO/IEC 14496-22). */
import { sameBytes } from '../../pdf/bytes.ts';
import { readSfnt, type Sfnt, writeSfnt } from '../sfnt.ts';
import { readCmap } from '../truetype/cmap.ts';
import { writeCmap } from '../truetype/cmap-write.ts';
import { withoutTables } from '../truetype/table-drop.ts';
import { glyphMetrics } from '../truetype/truetype.ts';
import { mapsAlike, sameMetrics } from '../truetype/truetype-proof.ts';
import { refuse } from './refused-face.ts';

const OPEN_TYPE_CFF = 0x4f54544f;
const CFF = 'CFF ';

/** Tables for drawing and finding glyphs; the others are for layout, which PDF does not need. */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  CFF,
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'vhea',
  'vmtx',
  'VORG',
  'cmap',
  'name',
  'post',
  'OS/2',
]);

/** Returns the CFF program; null if the bytes are no OpenType font with CFF outlines. */
export function cffOfOpenType(bytes: Uint8Array): Uint8Array | null {
  const sfnt = readSfnt(bytes);
  return sfnt?.version === OPEN_TYPE_CFF ? (sfnt.tables.get(CFF) ?? null) : null;
}

/**
 * Returns the font with another program, and without tables that no PDF reader uses.
 * @param glyphs the glyphs that are shown; null: all, with their metrics and characters
 */
export function openTypeWith(
  program: Uint8Array,
  bytes: Uint8Array,
  glyphs: ReadonlySet<number> | null,
): Uint8Array {
  const fewer = withoutTables(bytes, (tag) => !KEPT_TABLES.has(tag));
  const sfnt = fewer === null ? null : readSfnt(fewer);
  if (sfnt === null) return refuse('not-equal', 'tables that do not read back');
  const tables = new Map([...sfnt.tables, [CFF, program]]);
  if (glyphs !== null) removeUnshown(tables, glyphs);
  const written = writeSfnt({ version: sfnt.version, tables });
  const inside = cffOfOpenType(written);
  if (inside === null || !sameBytes(inside, program)) refuse('not-equal', 'program that does not read back');
  const reread = readSfnt(written);
  if (glyphs !== null && (reread === null || !findsAlike(sfnt, reread, glyphs)))
    refuse('not-equal', 'metrics or characters that do not read back');
  return written;
}

/** Returns whether these glyphs have the same metrics and characters. */
function findsAlike(before: Sfnt, after: Sfnt, glyphs: ReadonlySet<number>): boolean {
  const hasSameMetrics = METRICS.every(([tag, header]) => {
    if (!before.tables.has(tag)) return true;
    const metricsIn = ({ tables }: Sfnt) => ({ tables, longMetrics: longMetricsIn(tables.get(header)) });
    const [one, other] = [metricsIn(before), metricsIn(after)];
    return [...glyphs].every((id) => sameMetrics(glyphMetrics(one, id, tag), glyphMetrics(other, id, tag)));
  });
  const mapOf = ({ tables }: Sfnt) => tables.get('cmap') ?? new Uint8Array();

  // A map that cannot be read stays as it is.
  const hasSameMaps =
    sameBytes(mapOf(before), mapOf(after)) || mapsAlike(before, after, (_, glyph) => glyphs.has(glyph));
  return hasSameMetrics && hasSameMaps;
}

/** Tables of advances and bearings with the header that counts their long entries. */
const METRICS = [
  ['hmtx', 'hhea'],
  ['vmtx', 'vhea'],
] as const;
const COUNT_AT = 34;

function longMetricsIn(header: Uint8Array = new Uint8Array()): number {
  return header.length < COUNT_AT + 2 ? 0 : header[COUNT_AT]! * 256 + header[COUNT_AT + 1]!;
}

function removeUnshown(tables: Map<string, Uint8Array>, glyphs: ReadonlySet<number>): void {
  for (const [tag, header] of METRICS) {
    const metrics = tables.get(tag);
    const counts = tables.get(header);
    if (metrics !== undefined && counts !== undefined)
      tables.set(tag, withoutMetrics(metrics, counts, glyphs));
  }
  const maps = readCmap(tables.get('cmap') ?? new Uint8Array());
  const fewer = maps === null ? null : writeCmap(maps, glyphs);
  if (fewer !== null) tables.set('cmap', fewer);
}

/** Clears entries of glyphs that are not in `glyphs`; the last long one also holds for all that follow. */
function withoutMetrics(table: Uint8Array, header: Uint8Array, glyphs: ReadonlySet<number>): Uint8Array {
  const longMetrics = longMetricsIn(header);
  const cleared = table.slice();
  for (let glyph = 1; glyph < longMetrics - 1; glyph += 1)
    if (!glyphs.has(glyph)) cleared.fill(0, glyph * 4, glyph * 4 + 4);
  return cleared;
}
