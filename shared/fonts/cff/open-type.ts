/** OpenType fonts with CFF outlines (ISO/IEC 14496-22). */
import { sameBytes } from '../../pdf/bytes.ts';
import { readSfnt, writeSfnt } from '../sfnt.ts';
import { readCmap } from '../truetype/cmap.ts';
import { writeCmap } from '../truetype/cmap-write.ts';
import { withoutTables } from '../truetype/table-drop.ts';
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
  return written;
}

/** Tables of advances and bearings with the header that counts their long entries. */
const METRICS = [
  ['hmtx', 'hhea'],
  ['vmtx', 'vhea'],
] as const;
const COUNT_AT = 34;

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
  if (header.length < COUNT_AT + 2) return table;
  const longMetrics = header[COUNT_AT] * 256 + header[COUNT_AT + 1];
  const cleared = table.slice();
  for (let glyph = 1; glyph < longMetrics - 1; glyph += 1)
    if (!glyphs.has(glyph)) cleared.fill(0, glyph * 4, glyph * 4 + 4);
  return cleared;
}
