import { describe, expect, test } from 'vitest';
import { drawnPages, grade } from './grade.mjs';

/* Files written here byte by byte, so that exactly what a test removes is missing. */

/** @typedef {Readonly<Record<number, string>>} Objects */

/** @param {string} data @param {string} [dict] */
const stream = (data, dict = '') => `<< ${dict} /Length ${data.length} >>\nstream\n${data}\nendstream`;
/** @param {string} words */
const text = (words) => stream(`BT /F 24 Tf 40 150 Td (${words}) Tj ET`);

/** A document with one of everything that is graded. @type {Objects} */
const WHOLE = {
  1: `<< /Type /Catalog /Pages 2 0 R /Outlines 8 0 R /AcroForm << /Fields [7 0 R] >> /MarkInfo << /Marked true >>
    /StructTreeRoot 12 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 10 0 R] >> >> >>`,
  2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
  3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R /Resources << /Font << /F 16 0 R >> >>
    /Annots [6 0 R 7 0 R] /StructParents 0 >>`,
  4: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 15 0 R /Resources << /Font << /F 16 0 R >> >> >>',
  5: stream('/P << /MCID 0 >> BDC BT /F 24 Tf 40 150 Td (Dear reader, every word counts) Tj ET EMC'),
  6: '<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /A << /S /URI /URI (https://example.org/a) >> >>',
  7: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [80 10 200 30] /P 3 0 R >>',
  8: '<< /Type /Outlines /First 9 0 R /Last 9 0 R /Count 1 >>',
  9: '<< /Title (Chapter) /Parent 8 0 R /Dest [4 0 R /Fit] >>',
  10: '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 11 0 R >> >>',
  11: stream('attached words', '/Type /EmbeddedFile'),
  12: '<< /Type /StructTreeRoot /K 13 0 R /ParentTree 14 0 R >>',
  13: '<< /Type /StructElem /S /P /P 12 0 R /Pg 3 0 R /K 0 >>',
  14: '<< /Nums [0 [13 0 R]] >>',
  15: text('second page'),
  16: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
};

/** @param {Objects} objects */
function fileOf(objects) {
  let body = '%PDF-1.7\n';
  /** @type {Map<number, number>} */
  const offsets = new Map();
  for (const [number, content] of Object.entries(objects)) {
    offsets.set(Number(number), body.length);
    body += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const size = Math.max(...offsets.keys()) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return new Uint8Array(Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1'));
}

/** @param {Objects} changes an object of the whole document in another form */
const graded = (changes) => grade(fileOf(WHOLE), fileOf({ ...WHOLE, ...changes }));

/** @param {number} number @param {RegExp} part */
const without = (number, part) => {
  expect(WHOLE[number]).toMatch(part);
  return { [number]: WHOLE[number].replace(part, '') };
};

test('what is the same has lost nothing, and looks the same', async () => {
  const { losses, drawn, pages, unreadable } = await graded({});
  expect({ losses, pages, unreadable }).toEqual({ losses: [], pages: 2, unreadable: null });
  expect(drawn.map(({ page, ssim, worst }) => [page, ssim, worst])).toEqual([
    [1, 1, 1],
    [2, 1, 1],
  ]);
});

test('a page without a word has none, whatever the memory held before', async () => {
  const empty = { 5: stream(''), 15: stream('') };
  const silent = fileOf({ ...WHOLE, ...empty });
  await graded({});
  expect((await grade(silent, silent)).losses).toEqual([]);
  expect((await graded(empty)).losses).toMatchObject([{ kind: 'words', before: 7, lost: 7 }]);
});

describe('it finds what is lost', () => {
  test.each([
    ['a link', 'links', without(3, /(?<=\[)6 0 R /), 'https://example.org/a'],
    ['where a link leads', 'links', { 6: WHOLE[6].replace('example.org/a', 'example.org/b') }, '/a'],
    ['a bookmark', 'bookmarks', without(1, /\/Outlines 8 0 R/), 'Chapter'],
    ['where a bookmark leads', 'bookmarks', { 9: WHOLE[9].replace('4 0 R', '3 0 R') }, 'page 2'],
    ['what was typed into a field', 'fields', { 7: WHOLE[7].replace('(Ada)', '()') }, 'Ada'],
    ['tags', 'tags', without(1, /\/StructTreeRoot 12 0 R/), 'P'],
    ['an attachment', 'attachments', without(1, /\/Names << .* >> >>(?= >>)/s), 'a.txt'],
    ['what is in an attachment', 'attachments', { 11: WHOLE[11].replace('words', 'WORDS') }, 'a.txt'],
    ['a word', 'words', { 5: WHOLE[5].replace('every ', '').replace(/\d+ >>/, '82 >>') }, 'every'],
    ['the size of a page', 'page sizes', { 4: WHOLE[4].replace('300 200', '300 180') }, '300 x 200'],
  ])('%s', async (_, kind, changes, example) => {
    const { losses } = await graded(changes);
    expect(losses.map((loss) => loss.kind)).toEqual([kind]);
    expect(losses[0].examples.join()).toContain(example);
  });

  test('a page', async () => {
    const { losses } = await graded({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' });
    expect(losses).toContainEqual({ kind: 'pages', before: 2, lost: 1, examples: [] });
    expect(losses.map(({ kind }) => kind)).toContain('words');
  });

  test('everything, where the result is no PDF', async () => {
    const { losses, unreadable } = await grade(fileOf(WHOLE), new Uint8Array([1, 2, 3]));
    expect(losses).toEqual([{ kind: 'pages', before: 2, lost: 2, examples: [] }]);
    expect(unreadable).toContain('PDFium cannot open the file');
  });

  test('a signature whose bytes changed', async () => {
    const signed = (/** @type {string} */ word) => {
      const objects = {
        ...WHOLE,
        7: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 0 0] /V 17 0 R >>`,
        15: text(word),
        17: '<< /Type /Sig /Filter /X /SubFilter /x /Contents <00> /ByteRange [0 400 500 300] >>',
      };
      return fileOf(objects);
    };
    const same = await grade(signed('second page'), signed('second page'));
    expect(same.losses).toEqual([]);
    const touched = signed('second page').slice();
    touched[7] = '6'.charCodeAt(0);
    const { losses } = await grade(signed('second page'), touched);
    expect(losses.map(({ kind, lost }) => [kind, lost])).toEqual([['signatures', 1]]);
  });
});

test('a page that looks otherwise is seen, and where', async () => {
  const { losses, drawn } = await graded({ 15: text('second page').replace('40 150', '40 151') });
  expect(losses).toEqual([]);
  const [first, second] = drawn;
  expect(first.ssim).toBe(1);
  expect(second.worst).toBeLessThan(second.ssim);
  expect(second.ssim).toBeLessThan(0.999);
  // The line is in the upper fourth of the page.
  expect(second.at[1]).toBeLessThan(100);
});

test.each([
  [1, [0]],
  [3, [0, 1, 2]],
  [4, [0, 1, 2, 3]],
  [100, [0, 33, 66, 99]],
])('of %d pages, four at most are drawn, from the first to the last', (count, expected) => {
  expect(drawnPages(count)).toEqual(expected);
});
