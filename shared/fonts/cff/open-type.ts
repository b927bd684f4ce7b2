/** OpenType fonts with CFF outlines (ISO/IEC 14496-22). */
import { sameBytes } from '../../pdf/bytes.ts';
import { readSfnt, writeSfnt } from '../sfnt.ts';
import { withoutTables } from '../truetype/table-drop.ts';
import { refuse } from './refused-face.ts';

const OPEN_TYPE_CFF = 0x4f54544f;
const CFF = 'CFF ';

/** What readers draw by, and find glyphs by; the others are for layout, which PDF has done. */
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

/** The CFF program inside; null when the bytes are no OpenType font with CFF outlines. */
export function cffOfOpenType(bytes: Uint8Array): Uint8Array | null {
  const sfnt = readSfnt(bytes);
  return sfnt?.version === OPEN_TYPE_CFF ? (sfnt.tables.get(CFF) ?? null) : null;
}

/** The font with another program inside, and without the tables that no reader of PDF uses. */
export function openTypeWith(program: Uint8Array, bytes: Uint8Array): Uint8Array {
  const fewer = withoutTables(bytes, (tag) => !KEPT_TABLES.has(tag));
  const sfnt = fewer === null ? null : readSfnt(fewer);
  if (sfnt === null) return refuse('not-equal', 'tables that do not read back');
  const written = writeSfnt({ version: sfnt.version, tables: new Map([...sfnt.tables, [CFF, program]]) });
  const inside = cffOfOpenType(written);
  if (inside === null || !sameBytes(inside, program)) refuse('not-equal', 'program that does not read back');
  return written;
}
