import { mapped } from '../../lists.ts';
import { readSfnt, TRUETYPE_VERSIONS, viewOf } from '../sfnt.ts';

/** A TrueType font, as far as its glyphs are concerned (ISO/IEC 14496-22, 5.3). */
export interface TrueTypeFont {
  readonly version: number;
  readonly tables: ReadonlyMap<string, Uint8Array>;
  readonly glyphCount: number;
  readonly unitsPerEm: number;
  /** Entries of `hmtx` with their own advance; later glyphs use the last one. */
  readonly longMetrics: number;
}

/** Tables required for drawing and measuring. */
const NEEDED_TABLES = ['glyf', 'loca', 'head', 'hhea', 'hmtx', 'maxp'] as const;
/** `OTTO` fonts may have TrueType outlines if their `CFF ` table is missing; real ones never do. */
const OPENTYPE_WITH_CFF = 0x4f54544f;

/** Null for another kind of font, or if required tables are missing. */
export function readTrueType(bytes: Uint8Array): TrueTypeFont | null {
  const sfnt = readSfnt(bytes);
  if (sfnt === null || sfnt.version === OPENTYPE_WITH_CFF || !TRUETYPE_VERSIONS.has(sfnt.version))
    return null;
  const { tables } = sfnt;
  if (NEEDED_TABLES.some((tag) => !tables.has(tag))) return null;
  const [head, hhea, maxp] = mapped(['head', 'hhea', 'maxp'], (tag) => tableOf(tables, tag));
  if (head.length < 54 || hhea.length < 36 || maxp.length < 6) return null;
  return {
    version: sfnt.version,
    tables,
    glyphCount: viewOf(maxp).getUint16(4),
    unitsPerEm: viewOf(head).getUint16(18),
    longMetrics: viewOf(hhea).getUint16(34),
  };
}

/** Returns a table that the font has, such as one that `readTrueType` requires. */
export function tableOf(tables: ReadonlyMap<string, Uint8Array>, tag: string): Uint8Array {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`no table ${tag}`);
  return table;
}

/** Positions of glyph data in `glyf`. */
export class GlyphLocations {
  readonly #loca: DataView;
  readonly #isLong: boolean;
  readonly #glyf: Uint8Array;
  readonly #count: number;

  constructor({ tables, glyphCount }: TrueTypeFont) {
    this.#glyf = tableOf(tables, 'glyf');
    this.#loca = viewOf(tableOf(tables, 'loca'));
    this.#isLong = viewOf(tableOf(tables, 'head')).getInt16(50) !== 0;
    this.#count = glyphCount;
  }

  /** Returns the data of a glyph, empty if it has no outline; null if it exceeds the table. */
  glyph(id: number): Uint8Array | null {
    const width = this.#isLong ? 4 : 2;
    if (id >= this.#count || (id + 2) * width > this.#loca.byteLength) return null;
    const start = this.#offset(id);
    const end = this.#offset(id + 1);
    return start > end || end > this.#glyf.length ? null : this.#glyf.subarray(start, end);
  }

  #offset(index: number): number {
    return this.#isLong ? this.#loca.getUint32(index * 4) : this.#loca.getUint16(index * 2) * 2;
  }
}

export interface GlyphMetrics {
  readonly advance: number;
  readonly leftSideBearing: number;
}

/** In font units; null if the table does not contain them. */
export function glyphMetrics(
  { tables, longMetrics }: Pick<TrueTypeFont, 'tables' | 'longMetrics'>,
  id: number,
  tag: 'hmtx' | 'vmtx' = 'hmtx',
): GlyphMetrics | null {
  const view = viewOf(tableOf(tables, tag));
  if (longMetrics === 0) return null;
  const advanceAt = Math.min(id, longMetrics - 1) * 4;
  const bearingAt = id < longMetrics ? id * 4 + 2 : longMetrics * 4 + (id - longMetrics) * 2;
  if (Math.max(advanceAt, bearingAt) + 2 > view.byteLength) return null;
  return { advance: view.getUint16(advanceAt), leftSideBearing: view.getInt16(bearingAt) };
}
