/** Scans a file for objects and trailers, whatever its cross-reference says. */

import type { Limits } from '../../limits.ts';
import { isDigit, isRegular, isWhite } from '../bytes.ts';
import { type PDFContext, PDFDict } from '../objects.ts';
import { type IndirectObject, ObjectParser, SyntaxProblem } from './parser.ts';
import { WordIndex } from './word-index.ts';

export type FoundInFile =
  | { readonly kind: 'object'; readonly start: number; readonly read: IndirectObject }
  | { readonly kind: 'trailer'; readonly start: number; readonly dict: PDFDict }
  /** The header of an object that cannot be parsed. */
  | { readonly kind: 'unreadable'; readonly start: number; readonly behind: number };

/** Yields what is found, in file order; nothing inside of an object that was read. */
export function* scanFile(bytes: Uint8Array, context: PDFContext, limits: Limits): Generator<FoundInFile> {
  const parser = new ObjectParser(bytes, context, limits);
  const words: Words = { obj: new WordIndex(bytes, 'obj'), trailer: new WordIndex(bytes, 'trailer') };
  for (let at = 0; at < bytes.length; ) {
    const found = nextObjectOrTrailer(bytes, words, at);
    if (found === null) return;
    at = found.behind;
    const part = parsed(parser, found);
    if (part === null) continue;
    if (part.kind === 'object') at = Math.max(at, part.read.end);
    yield part;
  }
}

function parsed(parser: ObjectParser, { kind, start, behind }: Found): FoundInFile | null {
  parser.position = start;
  try {
    if (kind === 'trailer') {
      parser.tryWord('trailer');
      const dict = parser.object();
      return dict instanceof PDFDict ? { kind: 'trailer', start, dict } : null;
    }
    const read = parser.indirectObject(() => undefined);
    return read === null ? null : { kind: 'object', start, read };
  } catch (problem) {
    if (!(problem instanceof SyntaxProblem)) throw problem;
    return kind === 'object' ? { kind: 'unreadable', start, behind } : null;
  }
}

interface Found {
  readonly kind: 'object' | 'trailer';
  readonly start: number;
  /** Position after the keyword. */
  readonly behind: number;
}

interface Words {
  readonly obj: WordIndex;
  readonly trailer: WordIndex;
}

function nextObjectOrTrailer(bytes: Uint8Array, words: Words, from: number): Found | null {
  for (let at = from; ; ) {
    const object = words.obj.next(at);
    const trailer = words.trailer.next(at);
    if (trailer >= 0 && (object < 0 || trailer < object))
      return { kind: 'trailer', start: trailer, behind: trailer + 'trailer'.length };
    if (object < 0) return null;
    const start = startOfObjectHeader(bytes, object);
    if (start >= from) return { kind: 'object', start, behind: object + 3 };
    at = object + 3;
  }
}

/** Returns the start of "n g " before "obj"; -1 if it is missing. */
export function startOfObjectHeader(bytes: Uint8Array, object: number): number {
  let at = object - 1;
  while (isWhite(bytes[at]!)) at -= 1;
  const generationEnd = at;
  while (isDigit(bytes[at]!)) at -= 1;
  if (at === generationEnd || !isWhite(bytes[at]!)) return -1;
  while (isWhite(bytes[at]!)) at -= 1;
  const numberEnd = at;
  while (isDigit(bytes[at]!)) at -= 1;
  // "endobj12 0 obj" is a header too: a missing end of line.
  if (at === numberEnd || (at >= 0 && isRegular(bytes[at]!) && bytes[at] !== 0x6a)) return -1;
  return at + 1;
}
