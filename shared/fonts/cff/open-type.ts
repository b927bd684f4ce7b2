/** OpenType fonts with CFF outlines (ISO/IEC 14496-22). */
import { sameBytes } from '../../pdf/bytes.ts';
import { readSfnt, writeSfnt } from '../sfnt.ts';
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

/** Returns the font with another program, and without tables that no PDF reader uses. */
export function openTypeWith(program: Uint8Array, bytes: Uint8Array): Uint8Array {
  const fewer = withoutTables(bytes, (tag) => !KEPT_TABLES.has(tag));
  const sfnt = fewer === null ? null : readSfnt(fewer);
  if (sfnt === null) return refuse('not-equal', 'tables that do not read back');
  const written = writeSfnt({ version: sfnt.version, tables: new Map([...sfnt.tables, [CFF, program]]) });
  const inside = cffOfOpenType(written);
  if (inside === null || !sameBytes(inside, program)) refuse('not-equal', 'program that does not read back');
  return written;
}
