import { joinedParts } from '../../shared/split/joined-parts.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8_NAMES = 1 << 11;
/** 1 January 1980: a ZIP must have a time, and the same request gives the same bytes. */
const FIRST_DAY = (1 << 5) | 1;

/** A ZIP of files that no packing makes smaller, as they are (APPNOTE 6.3, method 0). */
export function storedZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const facts = [0, FIRST_DAY, crc32(bytes), bytes.length, bytes.length, nameBytes.length] as const;
    const local = header(LOCAL_HEADER, [VERSION], facts, [0]);
    central.push(header(CENTRAL_HEADER, [VERSION, VERSION], facts, [0, 0, 0, 0], [0, offset]), nameBytes);
    pieces.push(local, nameBytes, bytes);
    offset += local.length + nameBytes.length + bytes.length;
  }
  const directory = central.reduce((sum, piece) => sum + piece.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END_OF_CENTRAL, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, directory, true);
  end.setUint32(16, offset, true);
  pieces.push(...central, new Uint8Array(end.buffer));
  return joinedParts(pieces.map((bytes) => ({ bytes })));
}

/** All headers are: signature, versions, flags and method, then time, date, CRC, two sizes and the name's length, then the rest. */
function header(
  signature: number,
  versions: readonly number[],
  [time, date, crc, packed, plain, nameLength]: readonly [number, number, number, number, number, number],
  shorts: readonly number[],
  longs: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(
    new ArrayBuffer(4 + 2 * versions.length + 4 + 4 + 12 + 2 + 2 * shorts.length + 4 * longs.length),
  );
  let at = 0;
  const short = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const long = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  long(signature);
  for (const version of versions) short(version);
  for (const value of [UTF8_NAMES, 0, time, date]) short(value);
  for (const value of [crc, packed, plain]) long(value);
  short(nameLength);
  for (const value of shorts) short(value);
  for (const value of longs) long(value);
  return new Uint8Array(view.buffer);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** As ISO 3309 has it; Node's own is younger than the oldest Node that we run on. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return (crc ^ -1) >>> 0;
}
