/**
 * Builds a cross-reference from the objects found in the file, for files whose own one is lost or wrong. As
 * in readers, the later of two objects with one number wins.
 */
import type { Limits } from '../../limits.ts';
import { key, nameText, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef } from '../objects.ts';
import { scanFile } from './scan-file.ts';
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
  for (const found of scanFile(bytes, context, limits)) {
    if (found.kind === 'unreadable') continue;
    if (found.kind === 'trailer') {
      if (found.dict.has(key('Root'))) trailer = found.dict;
      continue;
    }
    const { object, objectNumber, generation } = found.read;
    entries.set(objectNumber, { kind: 'plain', offset: found.start, generation });
    objectStreams.delete(objectNumber);
    const type = typeOf(object);
    if (type === 'Catalog') catalog = PDFRef.of(objectNumber, generation);
    if (type === 'ObjStm') objectStreams.set(objectNumber, { number: objectNumber, offset: found.start });
    if (type === 'XRef' && object instanceof PDFRawStream && object.dict.has(key('Root')))
      trailer = object.dict;
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
