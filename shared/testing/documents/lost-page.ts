import { noise } from '../pictures/noise.ts';
import { FileBuilder } from './files.ts';

/** Three pages without a cross-reference; of page 2, with an incompressible image, the content is missing. */
export function fileWithLostPage(imageBytes = 2000): Uint8Array {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 200 200] >>')
    .object(9, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const number of [3, 4, 5]) {
    const images = number === 4 ? '/XObject << /I 24 0 R >>' : '';
    file.object(
      number,
      `<< /Type /Page /Parent 2 0 R /Contents ${number + 10} 0 R /Resources << /Font << /F 9 0 R >> ${images} >> >>`,
    );
    if (number !== 4)
      file.stream(
        number + 10,
        '',
        `BT /F 20 Tf 20 100 Td (Page ${number - 2}) Tj ET\n${'% filler\n'.repeat(60)}`,
      );
  }
  return file
    .stream(
      24,
      `/Type /XObject /Subtype /Image /Width ${imageBytes} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray`,
      noise(imageBytes),
    )
    .raw('trailer\n<< /Root 1 0 R >>\n')
    .end(1)
    .build();
}
