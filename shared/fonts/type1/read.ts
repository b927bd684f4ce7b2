/** Parses a Type 1 font program (Adobe Type 1 Font Format, 1990). */
import { refuse } from '../cff/refused-face.ts';
import { clearPart, type Type1Header } from './clear-part.ts';
import { decryptEexec } from './eexec.ts';
import { readPrivatePart, type Type1Private } from './private-part.ts';

export interface Type1Font extends Type1Header, Type1Private {}

export function readType1(bytes: Uint8Array): Type1Font {
  const program = withoutSegments(bytes);
  const { header, end } = clearPart(program);
  return { ...header, ...readPrivatePart(decryptEexec(program, end)) };
}

const SEGMENT = 0x80;
const END_OF_FILE = 3;
const SEGMENT_HEADER_BYTES = 6;

/** Some writers embed the PC file format, with a header before each segment. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== SEGMENT) return bytes;
  const segments: Uint8Array[] = [];
  for (let at = 0; at + SEGMENT_HEADER_BYTES <= bytes.length && bytes[at + 1] !== END_OF_FILE; ) {
    if (bytes[at] !== SEGMENT) refuse('damaged', 'segment without a header');
    const length =
      bytes[at + 2]! + bytes[at + 3]! * 0x100 + bytes[at + 4]! * 0x10000 + bytes[at + 5]! * 0x1000000;
    segments.push(bytes.subarray(at + SEGMENT_HEADER_BYTES, at + SEGMENT_HEADER_BYTES + length));
    at += SEGMENT_HEADER_BYTES + length;
  }
  const whole = new Uint8Array(segments.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const segment of segments) {
    whole.set(segment, at);
    at += segment.length;
  }
  return whole;
}
