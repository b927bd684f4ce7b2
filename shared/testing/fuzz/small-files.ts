import { deflate } from '../../codecs/flate/deflate.ts';
import { ascii85, lzw, runLength } from '../byte-encoders.ts';
import { FileBuilder, onePage } from '../documents/files.ts';

/**
 * Files of about a thousand bytes, each with one feature that is read, decoded or rewritten. They take a
 * millisecond or two, so that a fuzzer gets far, and a mutation nearly always hits the feature.
 */

const DRAWING = `/GS gs q 1 0 0 1 20 20 cm 0.50 0 0 rg 10 10 50.000 50 re f Q
/Span << /ActualText (x) >> BDC BT /F1 12 Tf 1 0 0 1 9 9 Tm [(A) -20.0 (B)] TJ T* (C) ' ET EMC
q 90 0 0 60 9 9 cm BI /W 4 /H 4 /BPC 8 /CS /RGB /F /AHx ID ${'00ff80'.repeat(16)}> EI Q
/P cs /T scn 0 0 90 90 re f* /X Do /S sh\n`;

function drawingFile(): Uint8Array {
  const resources = `/Resources << /Font << /F1 20 0 R >> /XObject << /X 21 0 R >> /Pattern << /T 22 0 R >>
    /ExtGState << /GS 23 0 R >> /Shading << /S 24 0 R >> /ColorSpace << /P /Pattern >> >>`;
  return onePage(new FileBuilder(), DRAWING, resources)
    .object(
      20,
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 65 /LastChar 65 /Widths [9] /CharProcs << /a 26 0 R >> /Encoding << /Differences [65 /a] >> >>',
    )
    .stream(
      21,
      '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [1 0 0 1 2 2] /Group << /S /Transparency >>',
      '/X Do q 0 0 9 9 re W n Q 1 0 0 1 0 0 cm',
    )
    .stream(
      22,
      '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <<>>',
      '0 0 5 5 re f',
    )
    .object(23, '<< /SMask << /S /Luminosity /G 21 0 R /TR 25 0 R >> /ca .5 >>')
    .object(24, '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 25 0 R >>')
    .object(25, '<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>')
    .stream(26, '', '9 0 0 0 9 9 d1 0 0 9 9 re f')
    .table('/Root 1 0 R')
    .build();
}

/** Data around pages: bookmarks, names, fields, tags, layers, an attachment. */
function belongingsFile(): Uint8Array {
  return onePage(
    new FileBuilder(),
    '/OC /L BDC /P << /MCID 0 >> BDC EMC EMC '.repeat(4),
    '/Annots [10 0 R 11 0 R] /StructParents 0 /Resources << /Properties << /L 18 0 R >> >>',
  )
    .object(
      1,
      `<< /Type /Catalog /Pages 2 0 R /Outlines 12 0 R /Names << /Dests 14 0 R /EmbeddedFiles << /Names [(a) 15 0 R] >> >>
      /AcroForm << /Fields [11 0 R] >> /StructTreeRoot 17 0 R /OCProperties << /OCGs [18 0 R] /D << /ON [18 0 R] >> >> /Metadata 19 0 R >>`,
    )
    .object(10, '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (top) >>')
    .object(
      11,
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /V (v) /Rect [9 9 99 20] /AP << /N 20 0 R >> >>',
    )
    .object(12, '<< /First 13 0 R /Last 13 0 R /Count 1 >>')
    .object(13, '<< /Title (One) /Parent 12 0 R /Dest [3 0 R /Fit] >>')
    .object(14, '<< /Limits [(top) (top)] /Names [(top) [3 0 R /Fit]] >>')
    .object(15, '<< /Type /Filespec /F (a) /EF << /F 16 0 R >> >>')
    .stream(16, '/Type /EmbeddedFile', 'attached, attached, attached')
    .object(
      17,
      '<< /Type /StructTreeRoot /K << /S /P /Pg 3 0 R /K 0 >> /ParentTree << /Nums [0 [null]] >> >>',
    )
    .object(18, '<< /Type /OCG /Name (Layer) >>')
    .stream(
      19,
      '/Type /Metadata /Subtype /XML',
      '<x:xmpmeta><rdf:li pdfaid:part="2" pdfaid:conformance="B">a</rdf:li></x:xmpmeta>',
    )
    .stream(20, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '/Tx BMC q BT (v) Tj ET Q EMC')
    .object(21, '<< /Author (A) >>')
    .table('/Root 1 0 R /Info 21 0 R')
    .build();
}

/** Objects in an object stream, which is last, so that its length may change without moving anything else. */
export function packedFile(): Uint8Array {
  const file = new FileBuilder().stream(4, '', 'q 1 0 0 1 0 0 cm Q '.repeat(9)).objectStream(5, {
    1: '<< /Type /Catalog /Pages 2 0 R /Lang 6 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    6: '(en)',
  });
  const at = (number: number) => [1, file.offsetOf(number), 0] as const;
  return file
    .xrefStream(7, '/Root 1 0 R', {
      1: [2, 5, 0],
      2: [2, 5, 1],
      3: [2, 5, 2],
      4: at(4),
      5: at(5),
      6: [2, 5, 3],
    })
    .build();
}

/** Two objects are duplicated; the later ones win. */
export function revisedFile(): Uint8Array {
  const file = onePage(new FileBuilder(), 'q Q '.repeat(30)).object(5, '(old)').table('/Root 1 0 R');
  const first = file.length - '%%EOF\n'.length;
  const start = Buffer.from(file.build()).lastIndexOf('xref\n0 1', first);
  return file
    .object(1, '<< /Type /Catalog /Pages 2 0 R /Lang 5 0 R >>')
    .object(5, '(new)')
    .table(`/Root 1 0 R /Prev ${start}`, [1, 5])
    .build();
}

function filtersFile(): Uint8Array {
  const content = Uint8Array.from('q 1 0 0 1 0 0 cm Q '.repeat(9), (c) => c.charCodeAt(0));
  const chained = ascii85(lzw(content, { earlyChange: 1, whenFull: 'go on' }));
  const rows = new Uint8Array(34).map((_, i) => (i % 17 === 0 ? 2 : i));
  return onePage(new FileBuilder(), 'q Q', '/Thumb 9 0 R')
    .object(
      3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents [6 0 R 7 0 R 8 0 R] /A 9 0 R >>',
    )
    .stream(6, '/Filter [/A85 /LZW]', chained)
    .stream(7, '/Filter /RunLengthDecode', runLength(content))
    .stream(8, '/Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from(deflate(content, 1)).toString('hex'))
    .stream(9, '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 16 >>', deflate(rows, 1))
    .table('/Root 1 0 R')
    .build();
}

export const STRUCTURE_FILES: Readonly<Record<string, () => Uint8Array>> = {
  'a drawing': drawingFile,
  'what belongs to pages': belongingsFile,
  'every byte filter': filtersFile,
};
