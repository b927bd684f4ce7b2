import { deflate } from '../../codecs/flate/deflate.ts';
import { FileBuilder, latin1Bytes } from './files.ts';

/**
 * A small file with one of everything that must survive: two pages, text, a shared image with a soft mask,
 * links, named destinations, outline, form, tags, a layer, an attachment, page labels, XMP, Info, private
 * data, and duplicate objects.
 */
export function richFile(extra: { readonly catalog?: string; readonly page?: string } = {}): Uint8Array {
  const text = 'BT /F1 12 Tf 20 100 Td (The quick brown fox jumps over the lazy dog) Tj ET\n'.repeat(20);
  const image = new Uint8Array(32 * 32 * 3).map((_, i) => (i * 7) & 255);
  const mask = new Uint8Array(32 * 32).map((_, i) => (i * 3) & 255);
  const file = new FileBuilder()
    .object(
      1,
      `<< /Type /Catalog /Pages 2 0 R /Lang (en) /Outlines 20 0 R /Names << /Dests << /Names [(top) [3 0 R /Fit]] >>
       /EmbeddedFiles << /Names [(a.txt) 30 0 R] >> >> /AcroForm << /Fields [40 0 R] /DA (/F1 10 Tf) >>
       /StructTreeRoot 50 0 R /MarkInfo << /Marked true >> /OCProperties << /OCGs [60 0 R] /D << /ON [60 0 R] >> >>
       /PageLabels << /Nums [0 << /S /D /St 5 >>] >> /Metadata 70 0 R /ViewerPreferences << /DisplayDocTitle true >>
       /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>] ${extra.catalog ?? ''} >>`,
    )
    .object(2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 400] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /Contents [5 0 R 9 0 R] /Resources 7 0 R /Annots [10 0 R 40 0 R] /StructParents 0
       /PieceInfo << /App << /Private (secret) >> >> /LastModified (D:20200101) /Thumb 71 0 R ${extra.page ?? ''} >>`,
    )
    .object(
      4,
      '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources 8 0 R /Annots [11 0 R] /Rotate 90 /CropBox [10 10 200 300.5] >>',
    )
    .stream(5, '', `/OC /L1 BDC q 100 0 0 100 50 200 cm /Im1 Do Q EMC\n${text}`)
    .stream(6, '/Filter /FlateDecode', deflate(latin1Bytes(`q 100 0 0 100 50 200 cm /Im1 Do Q\n${text}`), 1))
    .stream(9, '', 'BT /F1 9 Tf 20 50 Td (The last part) Tj ET')
    .object(7, '<< /Font << /F1 80 0 R >> /XObject << /Im1 90 0 R >> /Properties << /L1 60 0 R >> >>')
    .object(8, '<< /Font << /F1 81 0 R >> /XObject << /Im1 91 0 R >> >>')
    .object(
      10,
      '<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] /A << /S /URI /URI (https://example.org/a) >> >>',
    )
    .object(11, '<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] /Dest (top) >>')
    .object(20, '<< /Type /Outlines /First 21 0 R /Last 22 0 R /Count 2 >>')
    .object(21, '<< /Title (One) /Parent 20 0 R /Next 22 0 R /Dest [3 0 R /Fit] >>')
    .object(22, '<< /Title <feff00540077006f> /Parent 20 0 R /Prev 21 0 R /Dest [4 0 R /XYZ 0 300 null] >>')
    .object(30, '<< /Type /Filespec /F (a.txt) /EF << /F 31 0 R >> >>')
    .stream(31, '/Type /EmbeddedFile', 'attached text, attached text, attached text, attached text')
    .object(
      40,
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [60 60 150 80] /F 4 /P 3 0 R >>',
    )
    .object(50, '<< /Type /StructTreeRoot /K 51 0 R /ParentTree << /Nums [0 [51 0 R]] >> >>')
    .object(51, '<< /Type /StructElem /S /P /P 50 0 R /K 0 /Pg 3 0 R /Alt (words) >>')
    .object(60, '<< /Type /OCG /Name (Layer) >>')
    .stream(
      70,
      '/Type /Metadata /Subtype /XML',
      `<x:xmpmeta xmlns:x="adobe:ns:meta/">${' '.repeat(900)}Author</x:xmpmeta>`,
    )
    .stream(71, '/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8', new Uint8Array(64))
    .object(80, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 82 0 R >>')
    .object(81, '<< /BaseFont /Helvetica /ToUnicode 83 0 R /Subtype /Type1 /Type /Font >>')
    .stream(82, '', 'begincmap endcmap '.repeat(20))
    .stream(83, '', 'begincmap endcmap '.repeat(20));
  for (const [number, maskNumber] of [
    [90, 92],
    [91, 93],
  ]) {
    const size =
      '/Type /XObject /Subtype /Image /Width 32 /Height 32 /BitsPerComponent 8 /Filter /FlateDecode';
    file.stream(number!, `${size} /ColorSpace /DeviceRGB /SMask ${maskNumber} 0 R`, deflate(image, 1));
    file.stream(maskNumber!, `${size} /ColorSpace /DeviceGray`, deflate(mask, 1));
  }
  return file
    .object(99, '<< /Author (A. Nonymous) /Title (Title) /Producer (Producer) >>')
    .object(98, '(nobody points here)')
    .table(
      '/Root 1 0 R /Info 99 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
    )
    .build();
}
