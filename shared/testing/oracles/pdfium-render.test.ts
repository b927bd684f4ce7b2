import { expect, test } from 'vitest';
import { FileBuilder, onePage } from '../documents/files.ts';
import { openInPdfium, pdfiumDifferences } from './pdfium-render.ts';

const file = (content: string, page = '') =>
  onePage(new FileBuilder(), content, page).table('/Root 1 0 R').build();
const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

test('draws pages in RGB from the top, and reads their text', async () => {
  const doc = await openInPdfium(
    file('1 0 0 rg 0 190 10 10 re f BT /F1 12 Tf 20 100 Td (Hello) Tj ET', FONT),
  );
  const { width, height, rgbx } = doc.render(0, 72);
  expect([doc.pageCount, width, height]).toEqual([1, 200, 200]);
  expect([...rgbx.subarray(0, 3)]).toEqual([255, 0, 0]);
  expect([...rgbx.subarray(rgbx.length - 4, rgbx.length - 1)]).toEqual([255, 255, 255]);
  expect(doc.text(0)).toBe('Hello');
  doc.close();
});

test('sees a hairline that moved, and text that says something else', async () => {
  const [line, moved] = [file('10 10.2 m 90 10.2 l S'), file('10 10.25 m 90 10.25 l S')];
  expect(await pdfiumDifferences(line, line)).toEqual([]);
  expect((await pdfiumDifferences(line, moved)).map(({ what }) => what)).toContain('pixels');

  const invisible = (text: string) => file(`BT 3 Tr /F1 12 Tf 20 100 Td (${text}) Tj ET`, FONT);
  expect((await pdfiumDifferences(invisible('one'), invisible('two'))).map(({ what }) => what)).toEqual([
    'text',
  ]);
});

test('says that it cannot open what is no PDF', async () => {
  await expect(openInPdfium(new Uint8Array(100))).rejects.toThrow('cannot open');
});
