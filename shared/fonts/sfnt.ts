/** The container of TrueType and OpenType fonts: a directory of tables (ISO/IEC 14496-22, 4.5). */

export interface Sfnt {
  /** 0x00010000, `true` or `OTTO` as a number. */
  readonly version: number;
  /** Keyed by four-character tag, as views into the file, without padding. */
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

export const TRUETYPE_VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565]);

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const CHECKSUM_MAGIC = 0xb1b0afba;
const CHECKSUM_ADJUSTMENT_AT = 8;

/**
 * Returns the tables of a font; null without a directory. Skips tables that exceed the file; the first of two
 * with the same tag wins, as in FreeType.
 */
export function readSfnt(bytes: Uint8Array): Sfnt | null {
  if (bytes.length < HEADER_BYTES) return null;
  const view = viewOf(bytes);
  const count = view.getUint16(4);
  if (bytes.length < HEADER_BYTES + count * RECORD_BYTES) return null;
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + index * RECORD_BYTES;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset + length > bytes.length || tables.has(tag)) continue;
    tables.set(tag, bytes.subarray(offset, offset + length));
  }
  return { version: view.getUint32(0), tables };
}

/** Builds a font file, with tables sorted by tag and correct checksums. */
export function writeSfnt({ version, tables }: Sfnt): Uint8Array {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const start = HEADER_BYTES + sorted.length * RECORD_BYTES;
  const length = sorted.reduce((sum, [, table]) => sum + padded(table.length), start);
  const bytes = new Uint8Array(length);
  const view = viewOf(bytes);
  const log = Math.floor(Math.log2(sorted.length));
  view.setUint32(0, version);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 2 ** log * RECORD_BYTES);
  view.setUint16(8, log);
  view.setUint16(10, (sorted.length - 2 ** log) * RECORD_BYTES);
  let at = start;
  let headAt = -1;
  for (const [index, [tag, table]] of sorted.entries()) {
    const record = HEADER_BYTES + index * RECORD_BYTES;
    for (let i = 0; i < 4; i++) bytes[record + i] = tag.charCodeAt(i);
    bytes.set(table, at);
    if (tag === 'head' && table.length >= CHECKSUM_ADJUSTMENT_AT + 4) {
      headAt = at;
      // "To compute it: set it to 0, calculate the checksum for the 'head' table …" (5.2.2)
      view.setUint32(headAt + CHECKSUM_ADJUSTMENT_AT, 0);
    }
    view.setUint32(record + 4, checksum(bytes.subarray(at, at + padded(table.length))));
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, table.length);
    at += padded(table.length);
  }
  if (headAt >= 0) view.setUint32(headAt + CHECKSUM_ADJUSTMENT_AT, (CHECKSUM_MAGIC - checksum(bytes)) >>> 0);
  return bytes;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Sum of big-endian 32-bit words. */
function checksum(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
