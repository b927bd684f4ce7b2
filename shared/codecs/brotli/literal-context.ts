/** Contexts of a literal from the two bytes before it (RFC 7932, 7.1). */

/** A literal's context is `last[previous byte] | beforeLast[the byte before that]`, from 0 to 63. */
export interface LiteralContext {
  readonly last: Uint8Array;
  readonly beforeLast: Uint8Array;
}

export const LITERAL_CONTEXTS = 64;

const NOTHING = new Uint8Array(256);

/** "Lut0" for ASCII: white space, each kind of punctuation, digits, upper and lower case, vowels separate. */
// biome-ignore format: as the RFC prints it
const ASCII_CLASSES = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  8, 12, 16, 12, 12, 20, 12, 16, 24, 28, 12, 12, 32, 12, 36, 12,
  44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 32, 32, 24, 40, 28, 12,
  12, 48, 52, 52, 52, 48, 52, 52, 52, 48, 52, 52, 52, 52, 52, 48,
  52, 52, 52, 52, 52, 48, 52, 52, 52, 52, 52, 24, 12, 28, 12, 12,
  12, 56, 60, 60, 60, 56, 60, 60, 60, 56, 60, 60, 60, 60, 60, 56,
  60, 60, 60, 60, 60, 56, 60, 60, 60, 60, 60, 24, 12, 28, 12, 0,
];

const UTF8_LAST = table((byte) => {
  if (byte >= 192) return 2 + (byte & 1);
  if (byte >= 128) return byte & 1;
  return ASCII_CLASSES[byte]!;
});

/** "Lut1": punctuation, digits and upper case, lower case, lead bytes of three and more. */
const UTF8_BEFORE_LAST = table((byte) => {
  if (byte >= 224) return 2;
  if (byte <= 32 || byte >= 127) return 0;
  if (byte >= 97 && byte <= 122) return 3;
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) ? 2 : 1;
});

/** "Lut2": magnitude of a byte as a signed number. */
const SIGNED = table((byte) => {
  const size = byte < 128 ? byte : 255 - byte;
  const step = size === 0 ? 0 : size < 16 ? 1 : size < 64 ? 2 : 3;
  return byte < 128 ? step : 7 - step;
});

/** Indexed by context mode: LSB6, MSB6, UTF8 and Signed. */
export const CONTEXT_MODES: readonly LiteralContext[] = [
  { last: table((byte) => byte & 63), beforeLast: NOTHING },
  { last: table((byte) => byte >> 2), beforeLast: NOTHING },
  { last: UTF8_LAST, beforeLast: UTF8_BEFORE_LAST },
  { last: table((byte) => SIGNED[byte]! << 3), beforeLast: SIGNED },
];

function table(value: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => value(byte));
}
