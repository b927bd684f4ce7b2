import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { latin1 } from '../pdf/bytes.ts';
import { firstDifference } from '../pdf/check/check.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { key, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { writeDocument } from '../pdf/write/write.ts';
import { dictOf, pagesDocument, stream } from '../testing/documents/documents.ts';
import { latin1Bytes } from '../testing/documents/files.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import { contents } from './contents.ts';
import { dedupe } from './duplicates/dedupe.ts';

const FONTS = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
const RESOURCES = `/Resources << ${FONTS} >>`;
/** Text and lines as careless programs write them: many digits, comments, repeated settings. */
const CARELESS = Array.from(
  { length: 30 },
  (_, i) => `q q Q 1.000 w 0.${i}00 g % line ${i}
    1.0 w  ${i}.500   ${2 * i}.250 m 150.000 ${i * 3}.0 l S
    /P << /MCID ${i} >> BDC BT /F1 9.00 Tf 10.0 ${i * 6}.000 Td <48656c6c6f> Tj ET EMC Q\n`,
).join('');

function contentOf(doc: PdfDocument, object: unknown): string {
  const found = object instanceof PDFRef ? doc.context.lookup(object) : object;
  const decoded = found instanceof PDFRawStream ? decodeStream(found, DEFAULT_LIMITS.streamBytes) : null;
  if (decoded?.kind !== 'bytes') throw new Error('no content');
  return latin1(decoded.bytes, 0, decoded.bytes.length);
}

const pageContent = (doc: PdfDocument, page: number) =>
  contentOf(doc, dictOf(doc, page).get(key('Contents')));

/** Runs the pass; PDFium renders the file before and after. */
async function rewritten(build: () => PdfDocument) {
  const run = await runPass(contents, build);
  const before = writeDocument(build(), { objectStreams: true });
  const after = writeDocument(run.doc, { objectStreams: true });
  expect(await pdfiumDifferences(before, after, { dpis: [110] })).toEqual([]);
  const again = await contents.run(run.doc, passContext());
  expect(again.changed).toBe(0);
  return run;
}

describe('content is written anew', () => {
  test('of pages: text, marks and lines are the same', async () => {
    const { doc, report } = await rewritten(() =>
      pagesDocument([`/Contents 100 0 R ${RESOURCES}`], { 100: stream('', CARELESS) }),
    );
    expect(report).toMatchObject({ items: 1, changed: 1, skips: {} });
    expect(report.savedBytes).toBeGreaterThan(0);
    expect(pageContent(doc, 3)).toContain(
      'q 1 w .1 g 1.5 2.25 m 150 3 l S/P<</MCID 1>>BDC BT/F1 9 Tf 10 6 Td(Hello)Tj ET EMC Q ',
    );
  });

  test('of forms, patterns, glyphs and appearances', async () => {
    const form = `/Subtype /Form /BBox [0 0 200 200] ${RESOURCES}`;
    const build = () =>
      pagesDocument(
        [
          `/Contents 100 0 R /Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 200 200] /AP << /N 104 0 R >> >>]
           /Resources << /XObject << /X 101 0 R >> /Pattern << /P 102 0 R >> /Font << /T 103 0 R >> >>`,
        ],
        {
          100: stream('', '/X Do /Pattern cs /P scn 0 0 90 90 re f BT /T 9 Tf (a) Tj ET'),
          101: stream(form, CARELESS),
          102: stream(
            `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 99 99] /XStep 99 /YStep 99 ${RESOURCES}`,
            CARELESS,
          ),
          103: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 97
            /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 105 0 R >> >>`,
          104: stream(form, CARELESS),
          105: stream('', `9 0 0 0 9 9 d1 ${'0.000 0.000 9.000 9.000 re f '.repeat(20)}`),
        },
      );
    const { doc, report } = await rewritten(build);
    expect(report).toMatchObject({ items: 5, changed: 5 });
    for (const number of [101, 102, 104]) expect(contentOf(doc, PDFRef.of(number))).not.toContain('%');
    expect(contentOf(doc, PDFRef.of(105))).toMatch(/^9 0 0 0 9 9 d1 0 0 9 9 re f /);
  });

  test('of the parts of a page as one, also where an operation runs from one into the next', async () => {
    const { doc, report } = await rewritten(() =>
      pagesDocument([`/Contents [100 0 R 101 0 R] ${RESOURCES}`], {
        100: stream('', `${CARELESS} 1.0 0.0`),
        101: stream('', `0.0 rg ${CARELESS}`),
      }),
    );
    expect(report).toMatchObject({ items: 1, changed: 1 });
    expect(pageContent(doc, 3)).toContain('Q 1 0 0 rg ');
  });

  test('of parts that pages share, each for itself and without dropping anything', async () => {
    const { doc, report } = await rewritten(() =>
      pagesDocument(
        [`/Contents [100 0 R 101 0 R] ${RESOURCES}`, `/Contents [100 0 R 102 0 R] ${RESOURCES}`],
        {
          100: stream('', `1.0 w 1.0 w ${CARELESS}`),
          101: stream('', CARELESS),
          102: stream('', CARELESS),
        },
      ),
    );
    expect(report).toMatchObject({ items: 3, changed: 3 });
    expect(contentOf(doc, PDFRef.of(100))).toMatch(/^1 w 1 w q q Q /);
    expect(String(dictOf(doc, 3).get(key('Contents')))).toBe('[ 100 0 R 101 0 R ]');
  });
});

test('content that is equal only now is stored once, and the check follows', async () => {
  const tidy = 'q\n1 w\n0 0 5 5 re\nf\nQ\n'.repeat(30);
  const build = () =>
    pagesDocument(
      ['/Contents 100 0 R', '/Contents 101 0 R', '/Contents [102 0 R 103 0 R]', '/Contents 104 0 R'],
      {
        100: stream('', tidy.replaceAll('1 w', '1.000 w')),
        101: stream('', tidy),
        102: stream('', `% one\n${tidy}`),
        103: stream('', '% two'),
        104: stream('', tidy.replaceAll('5 5', '5.0 5.0')),
      },
    );
  const ctx = passContext();
  const doc = build();
  await contents.run(doc, ctx);
  const { changed } = await dedupe.run(doc, ctx);
  expect(changed).toBeGreaterThan(1);
  const file = writeDocument(doc, { objectStreams: true });
  const after = await openDocument(file, { limits: DEFAULT_LIMITS });
  expect(firstDifference(build(), after, ctx.changes)).toBeNull();
});

describe('coordinates', () => {
  const lines = '72.123456 99.987654 m 10.123456 10.234567 l S '.repeat(9);
  const form = (placement: string) => `q ${placement} cm /X Do Q`;
  const XOBJECT = '/Resources << /XObject << /X 101 0 R >> >>';
  const build = () =>
    pagesDocument(
      [
        `/Contents 100 0 R ${XOBJECT}`,
        `/Contents 102 0 R /UserUnit 100 ${XOBJECT}`,
        '/Contents [103 0 R 104 0 R]',
        '/Contents [103 0 R 105 0 R]',
      ],
      {
        100: stream('', `${lines}${form('1 0 0 1 0 0')} ${form('20 0 0 20 0 0')}`),
        101: stream('/Subtype /Form /BBox [0 0 9 9] /Resources << >>', lines),
        102: stream('', lines),
        103: stream('', lines),
        104: stream('', 'f'),
        105: stream('', 'S'),
      },
    );

  test('are rounded where that is asked, finer the larger they are drawn', async () => {
    const options = { ...DEFAULT_OPTIONS, roundCoordinates: true };
    const { doc } = await runPass(contents, build, { options });
    const first = (number: number) => contentOf(doc, PDFRef.of(number)).split(' ', 3).join(' ');
    expect(first(100)).toBe('72.123 99.988 m');
    expect(first(101)).toBe('72.1235 99.9877 m');
    expect(first(102)).toBe('72.12346 99.98765 m');
    // The position of a part of a page is unknown.
    expect(first(103)).toBe('72.123456 99.987654 m');
  });

  test('stay where rounding saves less than a fiftieth of the stream', async () => {
    const text = Array.from(
      { length: 99 },
      (_, index) => `(${index * 7919} words ${index * 104_729}) Tj`,
    ).join(' ');
    const { doc } = await runPass(
      contents,
      () =>
        pagesDocument(['/Contents 100 0 R'], { 100: stream('', `72.12345 9.98 m 1 1 l S BT ${text} ET`) }),
      { options: { ...DEFAULT_OPTIONS, roundCoordinates: true } },
    );
    expect(contentOf(doc, PDFRef.of(100))).toMatch(/^72\.12345 9\.98 m\s/);
  });

  test('of text stay: baselines on the edge of a pixel, and positions that readers order words by', async () => {
    const labels = Array.from({ length: 36 }, (_, index) => {
      const turn = (2 * Math.PI * index) / 36;
      const at = [216 + 171.1234567891 * Math.cos(turn), 162 - 12.6 * index - 0.00001];
      return `BT /F1 9.5 Tf 1 0 0 1 ${at.map((place) => place.toFixed(10)).join(' ')} Tm (L${index}) Tj ET`;
    }).join('\n');
    const { doc } = await runPass(
      contents,
      () => pagesDocument([`/Contents 100 0 R ${RESOURCES}`], { 100: stream('', labels) }),
      { options: { ...DEFAULT_OPTIONS, roundCoordinates: true } },
    );
    const origins = (content: string) =>
      [...content.matchAll(/(\S+) (\S+) Tm/g)].map(([, x, y]) => [+x!, +y!]);
    expect(origins(contentOf(doc, PDFRef.of(100)))).toEqual(origins(labels));
  });

  test('stay exactly as they are by default', async () => {
    const { doc } = await runPass(contents, build);
    for (const number of [100, 101, 102, 103]) {
      expect(contentOf(doc, PDFRef.of(number))).toMatch(/^72\.123456 99\.987654 m\s/);
    }
  });
});

describe('content stays, with a reason', () => {
  const page = (content: ReturnType<typeof stream>) => () =>
    pagesDocument([`/Contents 100 0 R ${RESOURCES}`], { 100: content });
  const packed = (content: string) => Buffer.from(deflate(latin1Bytes(content))).toString('latin1');

  test.each<[string, string, () => PdfDocument]>([
    ['unclear-content', 'with numbers that readers read differently', page(stream('', `${CARELESS} --5 w`))],
    ['unclear-content', 'with an unknown operator', page(stream('', `${CARELESS} what`))],
    ['not-smaller', 'that is as small as can be', page(stream('', '0 0 5 5 re f'))],
    ['undecodable', 'in an unknown filter', page(stream('/Filter /What', CARELESS))],
    ['damaged-data', 'cut off', page(stream('/Filter /FlateDecode', packed(CARELESS).slice(0, -99)))],
    ['external-data', 'in another file', page(stream('/F (other)', CARELESS))],
    ['required-as-is', 'under a Crypt filter', page(stream('/Filter /Crypt', CARELESS))],
  ])('%s: %s', async (reason, _, build) => {
    const { report } = await runPass(contents, build);
    expect(report).toMatchObject({ items: 1, changed: 0, skips: { [reason]: 1 } });
  });

  test('shared parts between which an operation is divided', async () => {
    const { report } = await runPass(contents, () =>
      pagesDocument(['/Contents [100 0 R 101 0 R]', '/Contents [100 0 R 101 0 R]'], {
        100: stream('', `${CARELESS} 1.0 0.0`),
        101: stream('', `0.0 rg ${CARELESS}`),
      }),
    );
    expect(report).toMatchObject({ items: 2, changed: 0, skips: { 'unclear-content': 2 } });
  });

  test('parts that are stored smaller than their join', async () => {
    const twice = (line: string) => packed(packed(line.repeat(50_000)));
    const { report } = await runPass(contents, () =>
      pagesDocument(['/Contents [100 0 R 101 0 R]'], {
        100: stream('/Filter [/FlateDecode /FlateDecode]', twice('1 w\nf\n')),
        101: stream('/Filter [/FlateDecode /FlateDecode]', twice('2 w\nS\n1 w\nS\n')),
      }),
    );
    expect(report).toMatchObject({ items: 1, changed: 0, skips: { 'not-smaller': 1 } });
  });

  test('parts of a page that are not clear are still joined as they are', async () => {
    const { doc, report } = await runPass(contents, () =>
      pagesDocument(['/Contents [100 0 R 101 0 R]'], {
        100: stream('', `${CARELESS}what`),
        101: stream('', CARELESS),
      }),
    );
    expect(report).toMatchObject({ items: 1, changed: 1 });
    expect(pageContent(doc, 3)).toBe(`${CARELESS}what\n${CARELESS}\n`);
  });
});
