import { dictsIn } from '../../pdf/inventory/trees.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { dictAt, entry, nameOf } from '../strings.ts';

/** Name of a font, and whether the file has its letter shapes. */
export interface FontFace {
  readonly name: string;
  readonly isEmbedded: boolean;
}

/** "a tag consisting of exactly six uppercase letters and a plus sign" (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

export function faceOf(font: PDFDict): FontFace {
  const subtype = nameOf(entry(font, 'Subtype'));
  if (subtype === 'Type3') return { name: 'font drawn in the file (Type 3)', isEmbedded: true };
  const [descendant] = subtype === 'Type0' ? dictsIn(entry(font, 'DescendantFonts')) : [];
  const holder = descendant ?? font;
  const descriptor = dictAt(holder, 'FontDescriptor');
  const name = nameOf(entry(holder, 'BaseFont')) ?? nameOf(entry(font, 'BaseFont')) ?? '';
  return {
    name: name.replace(SUBSET_TAG, ''),
    isEmbedded: ['FontFile', 'FontFile2', 'FontFile3'].some((file) => entry(descriptor, file) !== undefined),
  };
}

export function faceText({ name, isEmbedded }: FontFace): string {
  return `${name}, ${isEmbedded ? 'embedded' : 'not embedded'}`;
}

/** Returns whether letters of one font may look otherwise in the other; to embed a font is no harm. */
export function isWorseFace(before: FontFace, after: FontFace): boolean {
  return (before.isEmbedded && !after.isEmbedded) || plainName(before.name) !== plainName(after.name);
}

/** Writers differ in blanks and commas of names. */
function plainName(name: string): string {
  return name.replace(/[\s,_-]/g, '').toLowerCase();
}
