import { sameBytes } from '../../pdf/bytes.ts';
import { readSfnt, type Sfnt, writeSfnt } from '../sfnt.ts';
import { withoutGlyphNames } from './post.ts';

/**
 * Tables for font makers, bitmaps, old devices, and file signatures that any change breaks: no PDF reader
 * uses them (ISO/IEC 14496-22, 5.6 and 5.7).
 */
const NEVER_USED =
  /^(?:DSIG|FFTM|TSI[0-9A-Z]|TTFA|hdmx|VDMX|LTSH|PCLT|meta|EBDT|EBLC|EBSC|bdat|bloc|gasp|prop|fond|acnt|Zapf)$/;

/**
 * Returns the font without `useless` tables, all others byte for byte; null if it cannot be read back so.
 * @param glyphNames whether an existing `post` table keeps its names
 */
export function withoutTables(
  bytes: Uint8Array,
  isUseless: (tag: string) => boolean,
  glyphNames: 'kept' | 'dropped' = 'kept',
): Uint8Array | null {
  const font = readSfnt(bytes);
  if (font === null) return null;
  const tables = new Map([...font.tables].filter(([tag]) => !isUseless(tag)));
  const post = tables.get('post');
  if (glyphNames === 'dropped' && post !== undefined) tables.set('post', withoutGlyphNames(post));
  const written = writeSfnt({ version: font.version, tables });
  const reread = readSfnt(written);
  return reread !== null && holdsAll(reread, tables) ? written : null;
}

export function isNeverUsed(tag: string): boolean {
  return NEVER_USED.test(tag);
}

/** `checkSumAdjustment` of `head` depends on the file. */
function holdsAll({ tables }: Sfnt, wanted: ReadonlyMap<string, Uint8Array>): boolean {
  if (tables.size !== wanted.size) return false;
  for (const [tag, table] of wanted) {
    const other = tables.get(tag);
    if (other === undefined) return false;
    if (tag === 'head' ? !sameHead(table, other) : !sameBytes(table, other)) return false;
  }
  return true;
}

function sameHead(one: Uint8Array, other: Uint8Array): boolean {
  const isSameStart = sameBytes(one.subarray(0, 8), other.subarray(0, 8));
  return isSameStart && sameBytes(one.subarray(12), other.subarray(12));
}
