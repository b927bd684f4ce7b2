import { describe, expect, test } from 'vitest';
import { decodeJbig2 } from '../../codecs/jbig2/decode.ts';
import { pdfiumJbig2 } from '../oracles/pdfium-bilevel.ts';
import { pdfjsJbig2 } from '../oracles/pdfjs-jbig2.ts';
import { ALL_PAGES } from './pages.ts';
import { packedRows } from './picture.ts';

/**
 * Transposed text in other corners than the first, refined symbols with Huffman coding, most operators, and
 * refinement regions.
 */
const PDFJS_DIFFERS =
  /^(bottom|top-right).*transposed|huffman, refined|^(AND|XNOR|REPLACE) on|laid by (AND|XNOR)|patterns laid by (XOR|REPLACE)| refined, template|retained|tables B/;

describe.each(ALL_PAGES.map((page) => [page.name, page] as const))(
  '%s',
  (name, { data, globals, picture }) => {
    const { width, height } = picture;

    test('PDFium, as pdf.js has it now, draws what the page says', () => {
      const samples = pdfiumJbig2(data, width, height, globals ?? undefined);
      // Samples: black is 0. Rows are whole bytes.
      expect(samples?.map((byte) => 255 - byte)).toEqual(packedRows(picture));
    });

    test('our decoder draws the same', () => {
      const bitmap = { width, height, data: packedRows(picture) };
      expect(decodeJbig2(data, globals, width * height)).toEqual({ kind: 'page', bitmap });
    });

    test('so does the JavaScript of pdf.js, or it is known not to', () => {
      const drawn = pdfjsJbig2(data, globals, width, height);
      const isSame = drawn !== null && Buffer.compare(drawn, packedRows(picture)) === 0;
      expect(isSame).toBe(!PDFJS_DIFFERS.test(name));
    });
  },
);
