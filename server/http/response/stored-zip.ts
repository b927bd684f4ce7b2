import { setImmediate as otherWork } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { piecesOf, type ResponseFile } from './response-file.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
/** Header sizes without the names. */
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8_NAMES = 1 << 11;
/** 1 January 1980: a ZIP needs a time, and the same request must give the same bytes. */
const FIRST_DAY = (1 << 5) | 1;

/** A ZIP of uncompressed entries (APPNOTE 6.3, method 0), since PDFs do not get smaller. */
export function storedZip(name: string, entries: readonly ZipEntry[]): ResponseFile {
  const named = entries.map((entry) => ({ ...entry, nameBytes: new TextEncoder().encode(entry.name) }));
  const byteLength = named.reduce(
    (sum, { nameBytes, bytes }) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * nameBytes.length + bytes.length,
    END_BYTES,
  );
  return { name, mediaType: 'application/zip', byteLength, pieces: () => zipPieces(named) };
}

async function* zipPieces(
  entries: readonly (ZipEntry & { readonly nameBytes: Uint8Array })[],
): AsyncGenerator<Uint8Array> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { nameBytes, bytes } of entries) {
    const facts = [
      0,
      FIRST_DAY,
      await checksum(bytes),
      bytes.length,
      bytes.length,
      nameBytes.length,
    ] as const;
    central.push(header(CENTRAL_HEADER, [VERSION, VERSION], facts, [0, 0, 0, 0], [0, offset]), nameBytes);
    yield header(LOCAL_HEADER, [VERSION], facts, [0]);
    yield nameBytes;
    yield* piecesOf(bytes);
    offset += LOCAL_BYTES + nameBytes.length + bytes.length;
  }
  yield* central;
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, END_OF_CENTRAL, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(
    12,
    central.reduce((sum, piece) => sum + piece.length, 0),
    true,
  );
  end.setUint32(16, offset, true);
  yield new Uint8Array(end.buffer);
}

/** CRC-32 (ISO 3309); yields to other requests. */
async function checksum(bytes: Uint8Array): Promise<number> {
  let crc = 0;
  for await (const piece of piecesOf(bytes)) {
    crc = crc32(piece, crc);
    await otherWork();
  }
  return crc;
}

/**
 * Common layout of all headers: signature, versions, flags and method, then time, date, CRC, two sizes and the name's
 * length, then the rest.
 */
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
