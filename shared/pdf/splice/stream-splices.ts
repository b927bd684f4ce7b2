/** The streams of a document that became smaller and can take their old places in the file. */

import type { PdfDocument } from '../document.ts';
import type { ObjectExtent } from '../file-layout.ts';
import { filterSteps } from '../filter/filters.ts';
import { readHeader } from '../header.ts';
import { contextEntries, key, PDFDict, PDFNumber, PDFRawStream, type PDFRef } from '../objects.ts';
import { linearizationOf } from '../read/linearization.ts';
import { startOfObjectHeader } from '../read/scan-file.ts';
import { WordIndex } from '../read/word-index.ts';
import { eachRef } from '../walk.ts';
import type { Splice } from './position-map.ts';
import { streamObject } from './stream-object.ts';

export interface StreamSplice extends Splice {
  readonly ref: PDFRef;
}

/** A header and linearization parameters stand within them. */
const HEAD_BYTES = 1024;

/** Words that readers search a damaged file for. */
const STRUCTURE_WORDS = ['endstream', 'endobj', 'xref', 'trailer', '%%EOF'] as const;

/**
 * Returns whether the positions in the file mean the same to all readers: some count from a late header, and some read
 * a linearized file from its first page, but only while it has its stated length (ISO 32000-2, F.3.3). Encrypted data
 * would have to be encrypted for its place.
 */
export function canBeSpliced({ security, input }: PdfDocument): boolean {
  const head = input.read(0, Math.min(input.length, HEAD_BYTES));
  const linearized = linearizationOf(head);
  const keepsLength = linearized !== null && linearized.fileBytes <= input.length;
  return security === null && readHeader(head)?.offset === 0 && !keepsLength;
}

/**
 * Returns what takes the places of changed streams, in file order.
 * @param doc opened with its layout, then changed
 * @param before its streams as they were read, and `known` all its objects
 */
export function streamSplices(
  doc: PdfDocument,
  before: ReadonlyMap<PDFRef, PDFRawStream>,
  known: ReadonlySet<PDFRef>,
): StreamSplice[] {
  const blended = blendedStreams(before);
  const splices: StreamSplice[] = [];
  for (const extent of doc.layout?.extents() ?? []) {
    const { ref, start, end } = extent;
    const was = before.get(ref);
    const is = contextEntries(doc.context).get(ref);
    if (was === undefined || is === was || !(is instanceof PDFRawStream)) continue;
    if (blended.has(ref) || doc.malformedObjects.has(ref) || !isClear(extent, was)) continue;
    if (!refersToKnown(is, was, known) || holdsStructure(is.contents)) continue;
    const bytes = streamObject(ref.objectNumber, ref.generationNumber, is.dict, is.contents);
    if (bytes.length < end - start) splices.push({ ref, start, end, bytes });
  }
  return splices;
}

/** Images that were blended with a color (`/Matte`) and their masks: one must not change without the other. */
function blendedStreams(before: ReadonlyMap<PDFRef, PDFRawStream>): Set<PDFRef> {
  const blended = new Set<PDFRef>();
  for (const [ref, { dict }] of before) {
    const mask = dict.get(key('SMask'));
    const maskDict = mask === undefined ? undefined : before.get(mask as PDFRef)?.dict;
    if (!(maskDict instanceof PDFDict) || !maskDict.has(key('Matte'))) continue;
    blended.add(ref);
    blended.add(mask as PDFRef);
  }
  return blended;
}

/** Returns whether all readers find the same data: where `/Length` is wrong, deflated data tells its end itself. */
function isClear({ dataStart, dataEnd }: ObjectExtent, { dict, contents }: PDFRawStream): boolean {
  const length = dict.lookup(key('Length'));
  const hasLength = length instanceof PDFNumber && length.asNumber() === contents.length;
  if (!hasLength && filterSteps(dict)?.[0]?.name !== 'FlateDecode') return false;
  return dataEnd > dataStart && !holdsStructure(contents);
}

/** References keep their numbers, so nothing new can be referred to. */
function refersToKnown(is: PDFRawStream, was: PDFRawStream, known: ReadonlySet<PDFRef>): boolean {
  const old = new Set<PDFRef>();
  eachRef(was, (ref) => old.add(ref));
  let isKnown = true;
  eachRef(is, (ref) => {
    isKnown &&= ref.generationNumber === 0 && (old.has(ref) || known.has(ref));
  });
  return isKnown;
}

/** Returns whether a reader that scans the file would take a part of this data for something else. */
function holdsStructure(data: Uint8Array): boolean {
  if (STRUCTURE_WORDS.some((word) => new WordIndex(data, word).next(0) >= 0)) return true;
  const objects = new WordIndex(data, 'obj');
  for (let at = objects.next(0); at >= 0; at = objects.next(at + 1)) {
    if (startOfObjectHeader(data, at) >= 0) return true;
  }
  return false;
}
