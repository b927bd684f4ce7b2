/** Boxes around a codestream (ITU-T T.800, annex I): JPXDecode expects a file (ISO 32000-2, 7.4.9). */

export interface Jp2Image {
  readonly width: number;
  readonly height: number;
  /** Number of components, 8 bits each: gray or RGB. */
  readonly components: 1 | 3;
}

/** I.5.3.3, table I.10. In a PDF, the color space of the dictionary takes precedence. */
const ENUMERATED = { 1: 17, 3: 16 } as const;
/** I.5.3.1: the only kind of compression. */
const JPEG_2000 = 7;

/** Returns a JP2 file of the least boxes that it needs. */
export function jp2File(codestream: Uint8Array, { width, height, components }: Jp2Image): Uint8Array {
  const isColorUnknown = 0;
  const hasRights = 0;
  const sizes = [...uint32(height), ...uint32(width), ...uint16(components)];
  const imageHeader = box('ihdr', [...sizes, 8 - 1, JPEG_2000, isColorUnknown, hasRights]);
  const method = 1;
  const color = box('colr', [method, 0, 0, ...uint32(ENUMERATED[components])]);
  const head = [
    ...box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    ...box('ftyp', [...letters('jp2 '), ...uint32(0), ...letters('jp2 ')]),
    ...box('jp2h', [...imageHeader, ...color]),
    ...uint32(8 + codestream.length),
    ...letters('jp2c'),
  ];
  const file = new Uint8Array(head.length + codestream.length);
  file.set(head);
  file.set(codestream, head.length);
  return file;
}

function box(type: string, content: readonly number[]): readonly number[] {
  return [...uint32(8 + content.length), ...letters(type), ...content];
}

function letters(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function uint32(value: number): readonly number[] {
  return [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function uint16(value: number): readonly number[] {
  return [value >> 8, value & 255];
}
