import type { InspectedFont } from '../../inspection.ts';
import type { FontProgramFormat } from '../../report.ts';
import type { PdfDocument } from '../document.ts';
import type { FileLayout } from '../file-layout.ts';
import { firstPages } from '../first-pages.ts';
import { fontName } from '../font-name.ts';
import { nameAt, PROGRAM_KEYS, programFormat } from '../font-program.ts';
import { dictEntries, key, PDFArray, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { eachDictionary } from './dictionaries.ts';

/** A font dictionary; a composite font has most entries in its descendant (ISO 32000-2, 9.7). */
interface FontDictionary {
  readonly font: PDFDict;
  readonly descendant: PDFDict;
  readonly descriptor: PDFDict | null;
  readonly type: string;
}

interface FontProgram {
  readonly ref: PDFRef;
  readonly format: FontProgramFormat;
}

/** Returns the fonts in ascending object number; fonts with the same program are one entry. */
export function fontInventory(
  doc: PdfDocument,
  layout: FileLayout,
  pagesByFont: ReadonlyMap<PDFDict, readonly number[]>,
): InspectedFont[] {
  const inventory = new Map<PDFObject | string, InspectedFont>();
  const streams = new FontStreams(doc, layout);

  for (const found of fontDictionaries(doc)) {
    const program = programOf(found.descriptor);
    const { name, isSubset } = fontName(rawName(found));
    const isType3 = found.type === 'Type3';
    const identity = isType3 ? found.font : (program?.ref ?? `${found.type} ${name}`);
    const known = inventory.get(identity);
    const pages = pagesByFont.get(found.font)?.map((index) => index + 1) ?? [];
    inventory.set(identity, {
      name: known?.name ?? name,
      subset: known?.subset ?? isSubset,
      type: known?.type ?? found.type,
      program: isType3 ? 'Type3' : (program?.format ?? null),
      size: (known?.size ?? 0) + streams.newBytes(found, program),
      pages: firstPages(known?.pages ?? [], pages),
    });
  }
  return [...inventory.values()];
}

/** Values of `/Subtype` (table 108); descendants belong to a Type0 font. */
const FONT_TYPES: ReadonlySet<string> = new Set(['Type0', 'Type1', 'MMType1', 'TrueType', 'Type3']);

function fontDictionaries(doc: PdfDocument): FontDictionary[] {
  const fonts: FontDictionary[] = [];
  eachDictionary(doc, ({ dict: font }) => {
    const subtype = nameAt(font, 'Subtype');
    if (nameAt(font, 'Type') !== 'Font' || !FONT_TYPES.has(subtype)) return;
    const descendants = font.lookup(key('DescendantFonts'));
    const below = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
    const descendant = below instanceof PDFDict ? below : font;
    const descriptor = descendant.lookup(key('FontDescriptor'));
    fonts.push({
      font,
      descendant,
      descriptor: descriptor instanceof PDFDict ? descriptor : null,
      type: nameAt(descendant, 'Subtype') || subtype,
    });
  });
  return fonts;
}

/** Returns the embedded program (table 124); null if the font is not embedded. */
function programOf(descriptor: PDFDict | null): FontProgram | null {
  for (const name of PROGRAM_KEYS) {
    const ref = descriptor?.get(key(name));
    const stream = descriptor?.lookup(key(name));
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
    return { ref, format: programFormat(name, stream) };
  }
  return null;
}

/** Streams that belong to fonts only, each counted once. */
class FontStreams {
  readonly #doc: PdfDocument;
  readonly #layout: FileLayout;
  readonly #counted = new Set<PDFObject>();

  constructor(doc: PdfDocument, layout: FileLayout) {
    this.#doc = doc;
    this.#layout = layout;
  }

  /** Returns the bytes in the file that were not counted for an earlier font. */
  newBytes({ font, descendant, descriptor }: FontDictionary, program: FontProgram | null): number {
    const values: (PDFObject | undefined)[] = [
      program?.ref,
      font.get(key('ToUnicode')),
      font.get(key('Encoding')),
      descendant.get(key('CIDToGIDMap')),
      descriptor?.get(key('CIDSet')),
    ];
    const glyphs = font.lookup(key('CharProcs'));
    if (glyphs instanceof PDFDict && this.#isNew(glyphs))
      for (const glyph of dictEntries(glyphs).values()) values.push(glyph);
    return values.reduce<number>((bytes, value) => bytes + this.#streamBytes(value), 0);
  }

  #streamBytes(value: PDFObject | undefined): number {
    if (!(value instanceof PDFRef) || !(this.#doc.context.lookup(value) instanceof PDFRawStream)) return 0;
    return this.#isNew(value) ? this.#layout.dataBytes(value) : 0;
  }

  #isNew(object: PDFObject): boolean {
    if (this.#counted.has(object)) return false;
    this.#counted.add(object);
    return true;
  }
}

function rawName({ font, descendant, descriptor }: FontDictionary): string {
  return (
    nameAt(descendant, 'BaseFont') ||
    nameAt(font, 'BaseFont') ||
    (descriptor === null ? '' : nameAt(descriptor, 'FontName')) ||
    nameAt(font, 'Name')
  );
}
