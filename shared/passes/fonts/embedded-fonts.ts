import { appendAll } from '../../lists.ts';
import type { Located } from '../../pdf/content/interpret/resources.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { fontName } from '../../pdf/font-name.ts';
import { nameAt, PROGRAM_KEYS, type ProgramKey, programFormat } from '../../pdf/font-program.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../pdf/objects.ts';
import type { FontProgramFormat } from '../../report.ts';

/** A font dictionary that shows text with an embedded program. */
export interface FontUse {
  readonly kind: 'simple' | 'composite';
  /** The font that content selects: the simple font, or the Type0 font. */
  readonly font: Located;
  /** The dictionary with the descriptor: the simple font itself, or the descendant. */
  readonly descendant: Located;
  /** `/Subtype` of the descendant. */
  readonly subtype: string;
}

/** A font program with everything that refers to it. */
export interface EmbeddedFont {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly programKey: ProgramKey;
  readonly format: FontProgramFormat;
  /** Display name without the subset prefix. */
  readonly name: string;
  readonly descriptors: readonly Located[];
  readonly uses: readonly FontUse[];
}

/** Returns every embedded font program, in ascending object number. */
export function embeddedFonts(doc: PdfDocument): EmbeddedFont[] {
  const { descriptors, fonts, composites } = fontDictionaries(doc);
  const byDescriptor = new Map<PDFDict, FontUse[]>();
  const add = (descendant: Located, use: FontUse) => {
    const descriptor = descendant.dict.lookup(key('FontDescriptor'));
    if (!(descriptor instanceof PDFDict)) return;
    byDescriptor.set(descriptor, [...(byDescriptor.get(descriptor) ?? []), use]);
  };
  for (const font of fonts) {
    const subtype = nameAt(font.dict, 'Subtype');
    if (!subtype.startsWith('CIDFont')) add(font, { kind: 'simple', font, descendant: font, subtype });
    for (const composite of composites.get(font.dict) ?? [])
      add(font, { kind: 'composite', font: composite, descendant: font, subtype });
  }
  const programs = new Map<PDFRef, EmbeddedFont & { descriptors: Located[]; uses: FontUse[] }>();
  for (const descriptor of descriptors) {
    for (const programKey of PROGRAM_KEYS) {
      const ref = descriptor.dict.get(key(programKey));
      const stream = descriptor.dict.lookup(key(programKey));
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
      const uses = byDescriptor.get(descriptor.dict) ?? [];
      const known = programs.get(ref);
      if (known !== undefined) {
        known.descriptors.push(descriptor);
        appendAll(known.uses, uses);
        continue;
      }
      const { name } = fontName(nameAt(descriptor.dict, 'FontName'));
      const format = programFormat(programKey, stream);
      programs.set(ref, {
        ref,
        stream,
        programKey,
        format,
        name,
        descriptors: [descriptor],
        uses: [...uses],
      });
    }
  }
  return [...programs.values()].sort((one, other) => one.ref.objectNumber - other.ref.objectNumber);
}

interface FontDictionaries {
  readonly descriptors: readonly Located[];
  /** Dictionaries with a descriptor. */
  readonly fonts: readonly Located[];
  /** Type0 fonts by their descendant. */
  readonly composites: ReadonlyMap<PDFDict, readonly Located[]>;
}

function fontDictionaries(doc: PdfDocument): FontDictionaries {
  const descriptors: Located[] = [];
  const fonts: Located[] = [];
  const composites = new Map<PDFDict, Located[]>();
  const path: (string | number)[] = [];
  const visit = (value: PDFObject, owner: PDFRef): void => {
    if (value instanceof PDFDict) {
      if (PROGRAM_KEYS.some((name) => value.has(key(name))))
        descriptors.push({ dict: value, owner, path: [...path] });
      if (value.has(key('FontDescriptor'))) fonts.push({ dict: value, owner, path: [...path] });
      const descendants = value.has(key('DescendantFonts'))
        ? value.lookup(key('DescendantFonts'))
        : undefined;
      const descendant = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
      if (descendant instanceof PDFDict) {
        const known = composites.get(descendant) ?? [];
        composites.set(descendant, [...known, { dict: value, owner, path: [...path] }]);
      }
      for (const [name, child] of dictEntries(value))
        if (isContainer(child)) visitAt(nameText(name), child, owner);
    } else if (value instanceof PDFArray) {
      for (const [index, child] of arrayItems(value).entries())
        if (isContainer(child)) visitAt(index, child, owner);
    }
  };
  const visitAt = (step: string | number, child: PDFObject, owner: PDFRef): void => {
    path.push(step);
    visit(child, owner);
    path.pop();
  };
  for (const [ref, object] of nonTreeObjects(doc)) visit(object, ref);
  return { descriptors, fonts, composites };
}

function isContainer(object: PDFObject): boolean {
  return object instanceof PDFDict || object instanceof PDFArray;
}
