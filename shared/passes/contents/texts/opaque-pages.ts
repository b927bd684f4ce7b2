import { ancestorsOf } from '../../../pdf/content/interpret/inherited-resources.ts';
import { key, PDFDict, type PDFName, PDFNumber, type PDFObject } from '../../../pdf/objects.ts';

/** Entries of a graphics state that neither make anything transparent nor select a font (ISO 32000-2, table 57). */
const HARMLESS: ReadonlySet<string> = new Set(
  'Type LW LC LJ ML D RI OP op OPM BG BG2 UCR UCR2 TR TR2 HT FL SM SA AIS TK UseBlackPtComp'.split(' '),
);

/**
 * Returns whether nothing that the page's own content draws is transparent: overlapping letters of one text
 * object knock each other out, which is visible only there (11.7.4.7). Glyphs of Type 3 fonts may be anything.
 */
export function isOpaquePage(page: PDFDict): boolean {
  return [page, ...ancestorsOf(page)].every((node) => {
    const resources = node.lookup(key('Resources'));
    return !(resources instanceof PDFDict) || (hasPlainStates(resources) && hasPlainFonts(resources));
  });
}

function hasPlainStates(resources: PDFDict): boolean {
  return entriesOf(resources, 'ExtGState').every(
    (state) =>
      state instanceof PDFDict && state.entries().every(([name, value]) => isPlain(name, state, value)),
  );
}

function isPlain(name: PDFName, state: PDFDict, raw: PDFObject): boolean {
  const value = state.context.lookup(raw);
  switch (name.decodeText()) {
    case 'ca':
    case 'CA':
      return value instanceof PDFNumber && value.asNumber() === 1;
    case 'BM':
      return value === key('Normal') || value === key('Compatible');
    case 'SMask':
      return value === key('None');
    default:
      return HARMLESS.has(name.decodeText());
  }
}

function hasPlainFonts(resources: PDFDict): boolean {
  return entriesOf(resources, 'Font').every(
    (font) => font instanceof PDFDict && font.lookup(key('Subtype')) !== key('Type3'),
  );
}

function entriesOf(resources: PDFDict, category: string): readonly (PDFObject | undefined)[] {
  const named = resources.lookup(key(category));
  if (named === undefined) return [];
  return named instanceof PDFDict ? named.values().map((value) => named.context.lookup(value)) : [undefined];
}
