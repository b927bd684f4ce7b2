import { sep } from 'node:path';

/**
 * Represents paths as strings even if a name is not UTF-8: a byte that cannot be decoded becomes a lone surrogate,
 * U+DC80 to U+DCFF, as in Python (PEP 383). Such paths can be joined, compared and written as JSON, and still name the
 * same file.
 */
/** A lone surrogate: half of a pair is part of a character beyond U+FFFF. */
const ESCAPED_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/;
const ESCAPE = 0xdc00;

/** The path for the file system: bytes if the string alone would name another file. */
export function osPath(path: string): string | Buffer {
  if (!ESCAPED_BYTE.test(path)) return path;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh) at += 1;
    else if (code >= 0xdc80 && code <= 0xdcff) {
      parts.push(Buffer.from(path.slice(from, at)), Buffer.from([code - ESCAPE]));
      from = at + 1;
    }
  }
  parts.push(Buffer.from(path.slice(from)));
  return Buffer.concat(parts);
}

/** Decodes a name that the file system returned as bytes. */
export function pathFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = buffer.toString();
  if (!text.includes('\ufffd') || Buffer.from(text).equals(buffer)) return text;
  let escaped = '';
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer[at]!);
    const letter = buffer.subarray(at, at + length).toString();
    const isLetter =
      length > 0 && [...letter].length === 1 && Buffer.from(letter).equals(buffer.subarray(at, at + length));
    escaped += isLetter ? letter : String.fromCharCode(ESCAPE + buffer[at]!);
    at += isLetter ? length : 1;
  }
  return escaped;
}

/** Length of the UTF-8 sequence that starts with `lead`; 0 if none does. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** A path with slashes, as on every system's command line for patterns and in addresses. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
