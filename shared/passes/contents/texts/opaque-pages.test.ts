import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../limits.ts';
import { latin1 } from '../../../pdf/bytes.ts';
import { decodeStream } from '../../../pdf/filter/filters.ts';
import { key, PDFDict, PDFRawStream } from '../../../pdf/objects.ts';
import { writeDocument } from '../../../pdf/write/write.ts';
import { dictOf, pagesDocument, parseObject, stream } from '../../../testing/documents/documents.ts';
import { pdfiumDifferences } from '../../../testing/oracles/pdfium-render.ts';
import { runPass } from '../../../testing/pass-run.ts';
import { contents } from '../../contents.ts';

const FONT = '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
/** Overlapping runs of letters, each in a text object of its own. */
const RUNS = Array.from(
  { length: 40 },
  (_, run) => `q 1 0 0 rg BT ${20 + 4 * run} 200 Td /F1 24 Tf (text) Tj ET Q\n`,
).join('');

/** Number of text objects after the pass; PDFium draws the page before and after. */
async function textObjects(resources: string, content = RUNS, inherited?: string): Promise<number> {
  const own = inherited === undefined ? `/Resources << ${resources} >>` : '';
  const build = () => {
    const doc = pagesDocument([`/Contents 100 0 R ${own}`], { 100: stream('', content) });
    const parent = dictOf(doc, 3).lookup(key('Parent'));
    if (inherited !== undefined && parent instanceof PDFDict) {
      parent.set(key('Resources'), parseObject(inherited, doc.context));
    }
    return doc;
  };
  const { doc } = await runPass(contents, build);
  const files = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
  expect(await pdfiumDifferences(files[0]!, files[1]!, { dpis: [110] })).toEqual([]);
  const found = doc.context.lookup(dictOf(doc, 3).get(key('Contents')));
  const decoded = found instanceof PDFRawStream ? decodeStream(found, DEFAULT_LIMITS.streamBytes) : null;
  if (decoded?.kind !== 'bytes') throw new Error('no content');
  return latin1(decoded.bytes, 0, decoded.bytes.length).match(/\bBT\b/g)?.length ?? 0;
}

test('runs of letters become one text object', async () => {
  expect(await textObjects(`/Font << ${FONT} >>`)).toBe(1);
});

test('so they do behind a graphics state that makes nothing transparent', async () => {
  const states = '/ExtGState << /G << /Type /ExtGState /ca 1 /CA 1.0 /BM /Normal /SMask /None /OP true >> >>';
  expect(await textObjects(`/Font << ${FONT} >> ${states}`, `/G gs ${RUNS}`)).toBe(1);
});

test.each([
  ['half transparent', '/ca .5'],
  ['half transparent lines', '/CA .5'],
  ['blended', '/BM /Multiply'],
  ['blended in one of several ways', '/BM [/Multiply /Normal]'],
  ['masked', '/SMask << /S /Luminosity >>'],
  ['in a font that the state selects', '/Font [5 0 R 9]'],
  ['in a state with an entry of later versions', '/Later true'],
])('letters stay apart: %s', async (_, entries) => {
  expect(await textObjects(`/Font << ${FONT} >> /ExtGState << /G << ${entries} >> >>`)).toBe(40);
});

test('letters stay apart where a font draws as it likes', async () => {
  const type3 = '/T << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] >>';
  expect(await textObjects(`/Font << ${FONT} ${type3} >>`)).toBe(40);
});

test('resources of the page’s parent count', async () => {
  expect(await textObjects('', RUNS, `<< /Font << ${FONT} >> >>`)).toBe(1);
  expect(await textObjects('', RUNS, `<< /Font << ${FONT} >> /ExtGState << /G << /ca .5 >> >> >>`)).toBe(40);
});
