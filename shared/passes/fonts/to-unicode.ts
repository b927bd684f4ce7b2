/**
 * Compacts ToUnicode CMaps (ISO 32000-2, 9.10.3) to the fewest entries, for the shown codes if they are
 * certain. Copied, searched and spoken text stays the same.
 */

import { deflate } from '../../codecs/flate/deflate.ts';
import { compactToUnicode } from '../../fonts/cmap/compact-to-unicode.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { nameAt } from '../../pdf/font-program.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import { key, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { isExternal, repackedStream } from '../../pdf/streams.ts';
import { childObjects } from '../../pdf/walk.ts';
import type { PassContext } from '../pass.ts';
import type { FontUsage } from './usage.ts';

/** A map with the fonts that use it. */
export interface ToUnicode {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly fonts: readonly PDFDict[];
}

const SIMPLE: ReadonlySet<string> = new Set(['Type1', 'MMType1', 'TrueType', 'Type3']);
const TWO_BYTE_CODES: ReadonlySet<string> = new Set(['Identity-H', 'Identity-V']);

/** Returns every map of the document, in ascending object number. */
export function toUnicodeMaps(doc: PdfDocument): ToUnicode[] {
  const maps = new Map<PDFRef, ToUnicode & { readonly fonts: PDFDict[] }>();
  const visit = (object: PDFObject): void => {
    if (object instanceof PDFDict) {
      const ref = object.get(key('ToUnicode'));
      const stream = object.lookup(key('ToUnicode'));
      if (ref instanceof PDFRef && stream instanceof PDFRawStream) {
        const map = maps.get(ref) ?? { ref, stream, fonts: [] };
        map.fonts.push(object);
        maps.set(ref, map);
      }
    }
    for (const child of childObjects(object)) visit(child);
  };
  for (const [, object] of nonTreeObjects(doc)) visit(object);
  return [...maps.values()].sort((one, other) => one.ref.objectNumber - other.ref.objectNumber);
}

/** Returns the bytes saved; 0 if the map is not changed. */
export function shrinkToUnicode(
  doc: PdfDocument,
  { ref, stream, fonts }: ToUnicode,
  usage: FontUsage,
  { changes, limits }: Pick<PassContext, 'changes' | 'limits'>,
): number {
  if (isExternal(stream) || multiRoleStreams(doc).has(ref)) return 0;
  const [codeBytes, ...others] = new Set(fonts.map(codeBytesOf));
  if (codeBytes === undefined || codeBytes === null || others.length > 0) return 0;
  const uses = fonts.map((dict) => ({ font: { dict }, descendant: { dict } }));
  const claim = usage.claim({ stream, descriptors: [], uses });
  if (claim.kind === 'untouchable') return 0;
  const decoded = decodeStream(stream, limits.streamBytes);
  if (decoded.kind !== 'bytes' || decoded.damaged) return 0;

  const used = claim.kind === 'shown' ? new Set(fonts.flatMap((font) => [...usage.codesOf(font)])) : null;
  const compact = compactToUnicode(decoded.bytes, codeBytes, used);
  if (compact === null) return 0;
  const packed = deflate(compact);
  const before = stream.contents.length;
  // Compared with the old map deflated at the final level, as the streams pass would do.
  if (packed.length >= Math.min(before, deflate(decoded.bytes).length)) return 0;
  doc.context.assign(ref, repackedStream(stream, packed, { kind: 'flate', predictor: null }));
  changes.stream(ref);
  return before - packed.length;
}

/** Returns the bytes per code of a font; null if a CMap decides. */
function codeBytesOf(font: PDFDict): 1 | 2 | null {
  const subtype = nameAt(font, 'Subtype');
  if (SIMPLE.has(subtype)) return 1;
  return subtype === 'Type0' && TWO_BYTE_CODES.has(nameAt(font, 'Encoding')) ? 2 : null;
}
