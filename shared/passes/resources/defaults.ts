/**
 * Removes redundant entries of images and forms: the type of an external object, no interpolation, the
 * default `/Decode`, and names of PDF 1.0 (ISO 32000-2, tables 87 and 93). A stream's dictionary is never
 * compressed, so each entry costs its bytes; and images that differ in nothing else become equal. A direct
 * palette becomes an indirect object, which is compressed with others.
 */

import type { PdfDocument } from '../../pdf/document.ts';
import { readImageXObject } from '../../pdf/image/image-xobject.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import {
  key,
  PDFArray,
  PDFBool,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '../../pdf/objects.ts';
import { literalString } from '../../pdf/security/strings.ts';
import { createTally, type Pass, saved, skipped } from '../pass.ts';

export const defaults: Pass = {
  id: 'resources',
  writes: ['structure'],
  enabled: () => true,

  run: async (doc, { changes, rules }) => {
    const tally = createTally('resources');
    for (const [ref, object] of nonTreeObjects(doc)) {
      if (!(object instanceof PDFRawStream)) continue;
      const said = entriesForGranted(ref, object);
      if (said === null) continue;
      for (const name of said) {
        object.dict.delete(key(name));
        changes.entry(ref, [name]);
      }
      const isMoved = rules.objectStreams && movesPalette(doc, object.dict);
      const isShorter = !isMoved && writesPaletteInBytes(object.dict);
      tally.add(said.length === 0 && !isMoved && !isShorter ? skipped('already-small') : saved(0));
    }
    return tally.report();
  },
};

/** Null for anything but images and forms. */
function entriesForGranted(ref: PDFRef, stream: PDFRawStream): readonly string[] | null {
  const { dict } = stream;
  const subtype = dict.get(key('Subtype'));
  if (subtype === key('Form')) {
    const isUsual = numberAt(dict, 'FormType') === 1;
    return present(dict, [...alwaysForGranted(dict), ...(isUsual ? ['FormType'] : [])]);
  }
  if (subtype !== key('Image')) return null;
  const isSharp = isFalse(dict, 'Interpolate');
  const isPainted = isFalse(dict, 'ImageMask');
  const isUsual = dict.has(key('Decode')) && readImageXObject(ref, stream)?.decode.kind === 'default';
  return present(dict, [
    ...alwaysForGranted(dict),
    ...(isSharp ? ['Interpolate'] : []),
    ...(isPainted ? ['ImageMask'] : []),
    ...(isUsual ? ['Decode'] : []),
  ]);
}

function alwaysForGranted(dict: PDFDict): readonly string[] {
  const type = dict.get(key('Type')) === key('XObject') ? ['Type'] : [];
  return dict.get(key('Name')) instanceof PDFName ? [...type, 'Name'] : type;
}

function present(dict: PDFDict, names: readonly string[]): readonly string[] {
  return names.filter((name) => dict.has(key(name)));
}

function isFalse(dict: PDFDict, name: string): boolean {
  return dict.get(key(name)) === PDFBool.False;
}

function numberAt(dict: PDFDict, name: string): number | null {
  const value = dict.get(key(name));
  return value instanceof PDFNumber ? value.asNumber() : null;
}

/** Minimum palette bytes worth an object in an object stream: its number and its xref entry. */
const MIN_PALETTE_BYTES = 48;

/** Moves a direct palette to an indirect object; returns whether it did. */
function movesPalette({ context }: PdfDocument, dict: PDFDict): boolean {
  const palette = directPalette(dict);
  if (palette === null || palette.table.asBytes().length < MIN_PALETTE_BYTES) return false;
  dict.set(key('ColorSpace'), context.register(palette.space));
  return true;
}

/** Writes a direct palette as bytes if they are shorter than their digits; returns whether it did. */
function writesPaletteInBytes(dict: PDFDict): boolean {
  const palette = directPalette(dict);
  if (!(palette?.table instanceof PDFHexString)) return false;
  const bytes = literalString(palette.table.asBytes());
  if (bytes.asString().length >= palette.table.asString().length) return false;
  palette.space.set(3, bytes);
  return true;
}

function directPalette(dict: PDFDict): { space: PDFArray; table: PDFString | PDFHexString } | null {
  const space = dict.get(key('ColorSpace'));
  if (!(space instanceof PDFArray) || space.size() !== 4 || space.get(0) !== key('Indexed')) return null;
  const table = space.get(3);
  return table instanceof PDFString || table instanceof PDFHexString ? { space, table } : null;
}
