import type { PdfDocument } from '../pdf/document.ts';
import { buildDocument, type ObjectSource, type ObjectSources, stream } from './documents/documents.ts';

/** Samples of an image of 16 x 16 pixels. */
export function shade(light: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, at) => light(at % 16, at >> 4));
}

const PICTURE =
  '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8';

const HEAD_TEXT = '/P << /MCID 0 >> BDC BT /F1 12 Tf 20 150 Td (Total 1234 EUR) Tj ET EMC';
const LAYER_TEXT = '/OC /L1 BDC BT /F1 12 Tf 20 120 Td (Draft) Tj ET EMC';

/** Two pages with one of everything that a comparison could miss, as PDF syntax by object number. */
export const COMPARED_OBJECTS: ObjectSources = {
  1: `<< /Type /Catalog /Pages 2 0 R /Lang (en) /Outlines 20 0 R /AcroForm << /Fields [40 0 R 41 0 R] >>
    /Names << /Dests << /Names [(end) [4 0 R /XYZ 0 200 null]] >> /EmbeddedFiles << /Names [(a.txt) 30 0 R] >>
      /JavaScript << /Names [(start) << /S /JavaScript /JS (app.beep\\(\\);) >>] >> >>
    /StructTreeRoot 50 0 R /MarkInfo << /Marked true >> /PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >>
    /OCProperties << /OCGs [60 0 R 61 0 R] /D << /OFF [61 0 R] >> >> /ViewerPreferences << /DisplayDocTitle true >>
    /OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>] >>`,
  2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 200] /Resources 7 0 R >>',
  3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Annots [10 0 R 11 0 R 40 0 R] /StructParents 0 >>',
  4: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Annots [41 0 R 12 0 R] >>',
  5: stream('', `${HEAD_TEXT}\n${LAYER_TEXT}\nq 60 0 0 60 200 100 cm /Im1 Do Q`),
  6: stream('', '/P << /MCID 0 >> BDC BT /F1 9 Tf 20 50 Td (The last part) Tj ET EMC'),
  7: '<< /Font << /F1 80 0 R >> /XObject << /Im1 90 0 R >> /Properties << /L1 60 0 R >> >>',
  10: '<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] /A << /S /URI /URI (https://example.org/a) >> >>',
  11: '<< /Type /Annot /Subtype /Link /Rect [60 10 90 50] /Dest (end) >>',
  12: '<< /Type /Annot /Subtype /Text /Rect [100 10 120 30] /Contents (Please check) >>',
  20: '<< /Type /Outlines /First 21 0 R /Last 22 0 R /Count 2 >>',
  21: '<< /Title (One) /Parent 20 0 R /Next 22 0 R /Dest [3 0 R /Fit] >>',
  22: '<< /Title (Two) /Parent 20 0 R /Prev 21 0 R /Dest [4 0 R /XYZ 0 100 null] >>',
  30: '<< /Type /Filespec /F (a.txt) /EF << /F 31 0 R >> >>',
  31: stream('/Type /EmbeddedFile', 'attached text'),
  40: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [60 60 150 80] /F 4 /P 3 0 R >>',
  41: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /Rect [60 60 80 80] /F 4 /P 4 0 R >>',
  50: '<< /Type /StructTreeRoot /K [51 0 R] /RoleMap << /Head /H1 >> >>',
  51: '<< /Type /StructElem /S /Document /P 50 0 R /K [52 0 R 53 0 R] >>',
  52: '<< /Type /StructElem /S /Head /P 51 0 R /Pg 3 0 R /K 0 /Alt (The sum) >>',
  53: '<< /Type /StructElem /S /P /P 51 0 R /Pg 4 0 R /K << /Type /MCR /Pg 4 0 R /MCID 0 >> >>',
  60: '<< /Type /OCG /Name (Notes) >>',
  61: '<< /Type /OCG /Name (Plan) >>',
  80: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 /Widths 81 0 R >>',
  81: `[${Array.from({ length: 91 }, () => 500).join(' ')}]`,
  90: stream(
    PICTURE,
    shade((x, y) => (x + y) * 8),
  ),
};

/** The document with some objects replaced; null removes one. */
export function comparedDocument(changes: Readonly<Record<number, ObjectSource | null>> = {}): PdfDocument {
  const objects = { ...COMPARED_OBJECTS, ...changes };
  return buildDocument(
    Object.fromEntries(
      Object.entries(objects).filter((pair): pair is [string, ObjectSource] => pair[1] !== null),
    ),
  );
}

/** An object's syntax with a part replaced, so that only that differs. */
export function edited(number: number, from: string, to: string): Record<number, ObjectSource> {
  const source = COMPARED_OBJECTS[number]!;
  const text = typeof source === 'string' ? source : String(source.data);
  if (!text.includes(from)) throw new Error(`object ${number} has no ${from}`);
  const changed = text.replace(from, to);
  return { [number]: typeof source === 'string' ? changed : { ...source, data: changed } };
}
