/**
 * Just enough of PNG (W3C PNG, third edition) to hand an image to a PNG optimiser and to take its result apart:
 * the IDAT data of a PNG is what FlateDecode with `/Predictor 15` holds (ISO 32000-2, 7.4.4.4).
 */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: PngColorType;
  /** RGB triples, for indexed images only. */
  readonly palette: Uint8Array | null;
  /** zlib data of filtered rows. */
  readonly data: Uint8Array;
}

export type PngColorType = 'gray' | 'rgb' | 'indexed' | 'gray-alpha' | 'rgba';

const COLOR_TYPES: Readonly<Record<PngColorType, number>> = {
  gray: 0,
  rgb: 2,
  indexed: 3,
  'gray-alpha': 4,
  rgba: 6,
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function writePng(image: PngImage): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, image.width);
  view.setUint32(4, image.height);
  header[8] = image.bitDepth;
  header[9] = COLOR_TYPES[image.colorType];
  const chunks = [
    chunk('IHDR', header),
    ...(image.palette === null ? [] : [chunk('PLTE', image.palette)]),
    chunk('IDAT', image.data),
    chunk('IEND', new Uint8Array(0)),
  ];
  const png = new Uint8Array(chunks.reduce((length, each) => length + each.length, SIGNATURE.length));
  png.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const each of chunks) {
    png.set(each, at);
    at += each.length;
  }
  return png;
}

/** Takes a PNG apart; null when it is interlaced, has transparency, or is not a PNG. */
export function readPng(png: Uint8Array): PngImage | null {
  if (!SIGNATURE.every((byte, index) => png[index] === byte)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let header: Pick<PngImage, 'width' | 'height' | 'bitDepth' | 'colorType'> | null = null;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const body = png.subarray(at + 8, at + 8 + length);
    if (body.length < length) return null;
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'PLTE') palette = body.slice();
    else if (type === 'tRNS') return null;
    else if (type === 'IDAT') parts.push(body);
    at += 12 + length;
  }
  if (header === null || parts.length === 0) return null;
  const data = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return { ...header, palette, data };
}

function readHeader(body: Uint8Array) {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const colorType = (Object.keys(COLOR_TYPES) as PngColorType[]).find(
    (each) => COLOR_TYPES[each] === body[9],
  );
  if (body.length !== 13 || colorType === undefined || body[12] !== 0) return null;
  return { width: view.getUint32(0), height: view.getUint32(4), bitDepth: body[8], colorType };
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = type.charCodeAt(at);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)));
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** PNG, Annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
