/**
 * Builds a cross-reference from the objects found in the file, for files whose own one is lost or wrong. As
 * in readers, the later of two objects with one number wins.
 */
import type { Limits } from '../../limits.ts';
import { isDigit, isRegular, isWhite } from '../bytes.ts';
import { key, nameText, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef } from '../objects.ts';
import { ObjectParser, SyntaxProblem } from './parser.ts';
import { WordIndex } from './word-index.ts';
import type { Xref } from './xref.ts';
import type { XrefEntry } from './xref-entries.ts';

export interface RebuiltXref extends Xref {
  /** Object streams in file order; their packed objects join the xref once they can be decrypted. */
  readonly objectStreams: readonly { readonly number: number; readonly offset: number }[];
  /** True if a trailer names the catalog; else the catalog was found by its type. */
  readonly hasTrailer: boolean;
  /** The last unpacked object of `/Type /Catalog`, for a trailer that names something else. */
  readonly catalog: PDFRef | null;
}

/** Returns null if the file holds no possible catalog; the trailer is empty if the file has none. */
export function rebuildXref(bytes: Uint8Array, context: PDFContext, limits: Limits): RebuiltXref | null {
  const entries = new Map<number, XrefEntry>();
  const objectStreams = new Map<number, { readonly number: number; readonly offset: number }>();
  let trailer: PDFDict | undefined;
  let catalog: PDFRef | null = null;
  const parser = new ObjectParser(bytes, context, limits);
  const words: Words = { obj: new WordIndex(bytes, 'obj'), trailer: new WordIndex(bytes, 'trailer') };

  for (let at = 0; at < bytes.length; ) {
    const found = nextObjectOrTrailer(bytes, words, at);
    if (found === null) break;
    at = found.behind;
    parser.position = found.start;
    try {
      if (found.kind === 'trailer') {
        parser.tryWord('trailer');
        const dict = parser.object();
        if (dict instanceof PDFDict && dict.has(key('Root'))) trailer = dict;
        continue;
      }
      const indirect = parser.indirectObject(() => undefined);
      if (indirect === null) continue;
      const { object, objectNumber, generation } = indirect;
      entries.set(objectNumber, { kind: 'plain', offset: found.start, generation });
      objectStreams.delete(objectNumber);
      at = Math.max(at, indirect.end);
      const type = typeOf(object);
      if (type === 'Catalog') catalog = PDFRef.of(objectNumber, generation);
      if (type === 'ObjStm') objectStreams.set(objectNumber, { number: objectNumber, offset: found.start });
      if (type === 'XRef' && object instanceof PDFRawStream && object.dict.has(key('Root')))
        trailer = object.dict;
    } catch (problem) {
      if (!(problem instanceof SyntaxProblem)) throw problem;
    }
  }
  const hasTrailer = trailer !== undefined;
  if (trailer === undefined) {
    if (catalog === null && objectStreams.size === 0) return null;
    trailer = PDFDict.withContext(context);
  }
  return {
    entries,
    trailer,
    hasTrailer,
    catalog,
    headerOffset: 0,
    streams: [],
    objectStreams: [...objectStreams.values()],
  };
}

function typeOf(object: unknown): string | undefined {
  const dict = object instanceof PDFRawStream ? object.dict : object;
  const type = dict instanceof PDFDict ? dict.get(key('Type')) : undefined;
  return type instanceof PDFName ? nameText(type) : undefined;
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
  while (isWhite(bytes[at])) at -= 1;
  const generationEnd = at;
  while (isDigit(bytes[at])) at -= 1;
  if (at === generationEnd || !isWhite(bytes[at])) return -1;
  while (isWhite(bytes[at])) at -= 1;
  const numberEnd = at;
  while (isDigit(bytes[at])) at -= 1;
  // "endobj12 0 obj" is a header too: a missing end of line.
  if (at === numberEnd || (at >= 0 && isRegular(bytes[at]) && bytes[at] !== 0x6a)) return -1;
  return at + 1;
}
