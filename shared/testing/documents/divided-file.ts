import { noise } from '../pictures/noise.ts';
import { FileBuilder } from './files.ts';

/** Bytes of the incompressible image on each page. */
export const PICTURE_BYTES = 30_000;

/**
 * Pages with an image each, and one of everything that leads from page to page: bookmarks below a heading,
 * links by reference, by name and by action, fields with widgets on two pages, tags, labels, attachments,
 * inherited resources and boxes.
 * @param attachments bytes of each embedded file
 */
export function dividedFile(pages: number, attachments: readonly number[] = [], catalog = ''): Uint8Array {
  const page = (index: number) => `${100 + index} 0 R`;
  const each = (text: (index: number) => string) =>
    Array.from({ length: pages }, (_, i) => text(i)).join(' ');
  const last = pages - 1;
  const file = new FileBuilder();
  const files = attachments.map((_, index) => `(file-${index}) ${900 + index * 2} 0 R`).join(' ');
  file
    .object(
      1,
      `<< /Type /Catalog /Pages 2 0 R /Lang (en) /Outlines 20 0 R /AcroForm << /Fields [40 0 R 43 0 R] /DA (/F1 9 Tf) >>
       /Names << /Dests << /Names [(end) [${page(last)} /Fit] (start) << /D [${page(0)} /XYZ 0 100 null] >>] >>
       ${files === '' ? '' : `/EmbeddedFiles << /Names [${files}] >>`} >>
       /StructTreeRoot 50 0 R /MarkInfo << /Marked true >> /OpenAction [${page(last)} /Fit]
       /PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 7 >>] >> ${catalog} >>`,
    )
    .object(2, `<< /Type /Pages /Kids [3 0 R] /Count ${pages} /MediaBox [0 0 200 200] /Rotate 90 >>`)
    .object(
      3,
      `<< /Type /Pages /Parent 2 0 R /Count ${pages} /Kids [${each(page)}]
       /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>
       /XObject << ${each((i) => `/I${i} ${300 + i} 0 R`)} >> >> >>`,
    )
    .object(20, '<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>')
    .object(
      21,
      `<< /Title (All) /Parent 20 0 R /First 600 0 R /Last ${600 + last} 0 R /Count ${pages} /Dest [${page(0)} /Fit] >>`,
    )
    .object(40, '<< /FT /Tx /T (shared) /V (both) /Kids [41 0 R 42 0 R] >>')
    .object(41, `<< /Type /Annot /Subtype /Widget /Parent 40 0 R /Rect [5 5 50 15] /P ${page(0)} /F 4 >>`)
    .object(42, `<< /Type /Annot /Subtype /Widget /Parent 40 0 R /Rect [5 5 50 15] /P ${page(last)} /F 4 >>`)
    .object(
      43,
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (alone) /V (first) /Rect [5 20 50 30] /P ${page(0)} /F 4 >>`,
    )
    .object(
      50,
      `<< /Type /StructTreeRoot /K 51 0 R /ParentTree << /Nums [${each((i) => `${i} [${500 + i} 0 R]`)} 90 500 0 R] >> >>`,
    )
    .object(
      51,
      `<< /Type /StructElem /S /Document /P 50 0 R /K [${each((i) => `${500 + i} 0 R`)}] /Pg ${page(0)} >>`,
    );
  for (let index = 0; index < pages; index += 1) addPage(file, index, pages);
  for (const [index, bytes] of attachments.entries()) {
    file
      .object(
        900 + index * 2,
        `<< /Type /Filespec /F (file-${index}.bin) /EF << /F ${901 + index * 2} 0 R >> >>`,
      )
      .stream(901 + index * 2, '/Type /EmbeddedFile', noise(bytes));
  }
  return file.table('/Root 1 0 R /ID [<00112233> <00112233>]').build();
}

function addPage(file: FileBuilder, index: number, pages: number): void {
  const last = pages - 1;
  const next = Math.min(index + 1, last);
  const widgets = index === 0 ? '41 0 R 43 0 R' : index === last ? '42 0 R' : '';
  const link = (number: number, target: string) =>
    file.object(
      number,
      `<< /Type /Annot /Subtype /Link /Rect [60 60 90 90] /Border [0 0 0] ${target} ${number === 700 ? '/StructParent 90' : ''} >>`,
    );
  link(700 + index, `/Dest [${100 + next} 0 R /XYZ 0 50 null]`);
  link(750 + index, '/A << /S /GoTo /D (end) >>');
  link(800 + index, '/A << /S /URI /URI (https://example.org/) >>');
  const side = 100;
  file
    .object(
      100 + index,
      `<< /Type /Page /Parent 3 0 R /Contents ${200 + index} 0 R /StructParents ${index}
       /Annots [${widgets} ${700 + index} 0 R ${750 + index} 0 R ${800 + index} 0 R] >>`,
    )
    .stream(
      200 + index,
      '',
      `q 100 0 0 100 50 50 cm /I${index} Do Q /P << /MCID 0 >> BDC BT /F1 12 Tf 10 180 Td (This is page ${index + 1}) Tj ET EMC`,
    )
    .stream(
      300 + index,
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB`,
      noise(PICTURE_BYTES, index + 1),
    )
    .object(
      500 + index,
      `<< /Type /StructElem /S /P /P 51 0 R /Pg ${100 + index} 0 R /K ${
        index === 0 ? '[0 << /Type /OBJR /Obj 700 0 R >>]' : '0'
      } /Alt (paragraph ${index + 1}) >>`,
    )
    .object(
      600 + index,
      `<< /Title (Page ${index + 1}) /Parent 21 0 R /Dest [${100 + index} 0 R /Fit]
       ${index > 0 ? `/Prev ${599 + index} 0 R` : ''} ${index < last ? `/Next ${601 + index} 0 R` : ''} >>`,
    );
}
