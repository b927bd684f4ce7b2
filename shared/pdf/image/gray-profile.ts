/**
 * Returns an ICC profile (ICC.1:2001-04) of gray with gamma 2.2, close to the curve of sRGB, for documents
 * that must not use DeviceGray. Readers are more consistent with a profile than with CalGray, which some of
 * them tint.
 */
export function grayProfile(): Uint8Array {
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', description('Gray gamma 2.2')],
    ['cprt', bytesOf(chars('text'), word(0), chars('No copyright\0'))],
    ['wtpt', bytesOf(chars('XYZ '), word(0), ...D50)],
    ['kTRC', bytesOf(chars('curv'), word(0), word(1), [0x02, 0x33])],
  ];
  let offset = HEADER_BYTES + 4 + tags.length * 12;
  const table: number[][] = [word(tags.length)];
  const bodies: Uint8Array[] = [];
  for (const [name, data] of tags) {
    const body = bytesOf(data, new Uint8Array((4 - (data.length % 4)) % 4));
    table.push(chars(name), word(offset), word(data.length));
    bodies.push(body);
    offset += body.length;
  }
  return bytesOf(header(offset), ...table, ...bodies);
}

const HEADER_BYTES = 128;

/** 0.9642, 1, 0.8249 as s15Fixed16. */
const D50 = [word(0xf6d6), word(0x10000), word(0xd32d)];

function header(size: number): Uint8Array {
  const fields = bytesOf(
    word(size),
    word(0),
    word(0x02100000),
    chars('mntrGRAYXYZ '),
    // A fixed date of creation.
    [0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0],
    chars('acsp'),
    new Uint8Array(28),
    ...D50,
  );
  return bytesOf(fields, new Uint8Array(HEADER_BYTES - fields.length));
}

/** Builds a textDescriptionType without its Unicode and Macintosh forms. */
function description(text: string): Uint8Array {
  return bytesOf(chars('desc'), word(0), word(text.length + 1), chars(`${text}\0`), new Uint8Array(78));
}

function word(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function chars(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function bytesOf(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
