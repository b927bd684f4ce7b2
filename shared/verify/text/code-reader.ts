import { PDFName, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { dataOf } from '../digest.ts';
import { nameOf } from '../strings.ts';
import { type CMap, type CodeSpace, readCMap } from './cmap.ts';

/** Splits strings into codes and decodes them. */
export interface CodeReader {
  /** Bytes of the code at `at`; at least 1. */
  lengthAt(bytes: Uint8Array, at: number): number;
  /** Null if a table outside the file would be needed. */
  cid(code: number): number | null;
  /** Text of codes that are characters themselves. */
  text(code: number, bytes: number): string | null;
}

export function codeReader(encoding: PDFObject | undefined): CodeReader {
  if (encoding instanceof PDFRawStream) return embeddedReader(readCMap(dataOf(encoding)));
  const name = nameOf(encoding) ?? '';
  if (/^Identity-[HV]$/.test(name) || !(encoding instanceof PDFName)) return IDENTITY;
  return predefinedReader(name);
}

const IDENTITY: CodeReader = { lengthAt: () => 2, cid: (code) => code, text: () => null };

function embeddedReader({ codeSpaces, cid }: CMap): CodeReader {
  return { lengthAt: (bytes, at) => lengthIn(codeSpaces, bytes, at), cid, text: () => null };
}

function lengthIn(spaces: readonly CodeSpace[], bytes: Uint8Array, at: number): number {
  let code = 0;
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    code = code * 256 + bytes[at + length - 1]!;
    if (spaces.some((space) => space.bytes === length && isInside(space, code))) return length;
  }
  return Math.min(...spaces.map((space) => space.bytes), 2);
}

/** "each byte of the code shall be within the range of the corresponding bytes" (9.7.6.2). */
function isInside({ bytes, low, high }: CodeSpace, code: number): boolean {
  for (let byte = 0; byte < bytes; byte += 1) {
    const value = Math.floor(code / 256 ** byte) % 256;
    if (value < Math.floor(low / 256 ** byte) % 256 || value > Math.floor(high / 256 ** byte) % 256)
      return false;
  }
  return true;
}

/** East Asian encodings by CMap name (table 116), and the lead bytes of two-byte codes. */
const ENCODINGS: readonly (readonly [RegExp, string, (byte: number) => boolean])[] = [
  [/RKSJ/, 'shift_jis', (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)],
  [/^(GB|GBK)/, 'gbk', (byte) => byte >= 0x81 && byte <= 0xfe],
  [/^(B5|ETen|HKscs)/, 'big5', (byte) => byte >= 0x81 && byte <= 0xfe],
  [/^KSC/, 'euc-kr', (byte) => byte >= 0x81 && byte <= 0xfe],
  [/^EUC/, 'euc-jp', (byte) => byte >= 0xa1 && byte <= 0xfe],
];

function predefinedReader(name: string): CodeReader {
  if (/UCS2|UTF16/.test(name)) {
    const isHigh = (byte: number) => byte >= 0xd8 && byte <= 0xdb && name.includes('UTF16');
    return {
      lengthAt: (bytes, at) => (isHigh(bytes[at]!) ? 4 : 2),
      cid: () => null,
      text: (code, bytes) =>
        bytes === 4
          ? String.fromCharCode(Math.floor(code / 0x10000), code % 0x10000)
          : String.fromCharCode(code),
    };
  }
  const [, label, isLead] = ENCODINGS.find(([pattern]) => pattern.test(name)) ?? [null, null, () => true];
  const decoder = label === null ? null : new TextDecoder(label);
  return {
    lengthAt: (bytes, at) => (isLead(bytes[at]!) ? 2 : 1),
    cid: () => null,
    text: (code, bytes) =>
      decoder?.decode(bytes === 2 ? Uint8Array.of(code >> 8, code & 255) : Uint8Array.of(code)) ?? null,
  };
}
