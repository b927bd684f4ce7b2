import { boxGlyph, type FontSource, trueTypeFont } from '../fonts/truetype-font.ts';
import { type DocumentParts, type ObjectSources, pagesDocument, stream } from './documents.ts';

/** Object numbers of a font in `fontObjects`. */
export const FONT = 100;
export const DESCENDANT = 101;
export const DESCRIPTOR = 102;
export const PROGRAM = 103;

/** Glyph 0 and one for each capital letter, with a Macintosh and a Windows map. */
export const LETTERS: FontSource = {
  glyphs: Array.from({ length: 27 }, (_, index) => boxGlyph(index)),
  maps: [
    { platform: 1, encoding: 0, glyphs: lettersFrom(0) },
    { platform: 3, encoding: 1, glyphs: lettersFrom(0) },
  ],
};

/** A simple TrueType font as objects FONT, DESCRIPTOR and PROGRAM. */
export function simpleFont(
  source: FontSource = LETTERS,
  entries = '/Encoding /WinAnsiEncoding',
): ObjectSources {
  return {
    [FONT]: `<< /Type /Font /Subtype /TrueType /BaseFont /Boxes ${entries} /FirstChar 65 /LastChar 90
      /Widths [${Array(26).fill(600).join(' ')}] /FontDescriptor ${DESCRIPTOR} 0 R >>`,
    ...programObjects(source),
  };
}

/** A composite font with glyph ids as CIDs, as objects FONT, DESCENDANT, DESCRIPTOR and PROGRAM. */
export function compositeFont(
  source: FontSource = LETTERS,
  entries = '/Encoding /Identity-H',
  descendantEntries = '/CIDToGIDMap /Identity',
): ObjectSources {
  return {
    [FONT]: `<< /Type /Font /Subtype /Type0 /BaseFont /Boxes ${entries} /DescendantFonts [${DESCENDANT} 0 R] >>`,
    [DESCENDANT]: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Boxes /DW 600 ${descendantEntries}
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${DESCRIPTOR} 0 R >>`,
    ...programObjects(source),
  };
}

/** One page whose content shows `text`, an operand of `Tj`, in the font F1 of `objects`. */
export function textDocument(
  text: string,
  objects: ObjectSources,
  parts: DocumentParts & { readonly catalog?: string; readonly page?: string } = {},
) {
  const page = `/Resources << /Font << /F1 ${FONT} 0 R >> >> /Contents 90 0 R ${parts.page ?? ''}`;
  const content = `BT /F1 24 Tf 20 100 Td ${text} Tj ET`;
  return pagesDocument([page], { 90: stream('', content), ...objects }, parts);
}

function programObjects(source: FontSource): ObjectSources {
  const program = trueTypeFont(source);
  return {
    [DESCRIPTOR]: `<< /Type /FontDescriptor /FontName /Boxes /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0
      /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${PROGRAM} 0 R >>`,
    [PROGRAM]: stream(`/Length1 ${program.length}`, program),
  };
}

function lettersFrom(row: number): Record<number, number> {
  return Object.fromEntries(Array.from({ length: 26 }, (_, index) => [row + 65 + index, index + 1]));
}
