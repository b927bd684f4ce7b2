import { expect, test } from 'vitest';
import { pdfiumJbig2 } from '../oracles/pdfium-bilevel.ts';
import { ALL_PAGES } from './pages.ts';
import { packedRows } from './picture.ts';

test.each(ALL_PAGES.map((page) => [page.name, page] as const))(
  'PDFium, as pdf.js has it now, draws what the page says: %s',
  (_name, { data, globals, picture }) => {
    const samples = pdfiumJbig2(data, picture.width, picture.height, globals ?? undefined);
    // Samples: black is 0. Rows are whole bytes.
    expect(samples?.map((byte) => 255 - byte)).toEqual(packedRows(picture));
  },
);
