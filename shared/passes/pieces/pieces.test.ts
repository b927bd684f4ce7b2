import { describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { contentStreams } from '../../pdf/content/streams.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { jobThreads } from '../../testing/job-threads.ts';
import { PDFJS } from '../../testing/judges/pdfjs.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { sequence } from '../../testing/pictures/rasters.ts';

const host = createTestHost();
const PAGES = 8;

/** Lines of text that deflate compresses poorly. */
function lines(seed: number, count: number): string {
  const random = sequence(seed);
  const word = () => Math.floor(random() * 1e9).toString(36);
  return Array.from(
    { length: count },
    () => `[(${word()})${Math.floor(random() * 900)}(${word()})]TJ T*`,
  ).join('\n');
}

const header = `BT /F1 9 Tf 14 TL 9 230 Td ${lines(1, 24)}`;
const footer = `${lines(3, 24)} ET q 1 0 0 RG 9 9 m 90 9 l S Q`;
// Even seeds: `sequence` sets their last bit.
const own = (page: number, count = 6) => lines(100 + 2 * page, count);

interface Pages {
  readonly contents: readonly (readonly string[])[];
  readonly entries?: string;
}

function pages({ contents, entries = '' }: Pages): Uint8Array {
  const number = (page: number) => 10 + page * 10;
  const kids = contents.map((_, page) => `${number(page)} 0 R`).join(' ');
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`)
    .object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [page, parts] of contents.entries()) {
    const refs = parts.map((_, part) => `${number(page) + 1 + part} 0 R`).join(' ');
    file.object(
      number(page),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 240] /Contents ${parts.length > 1 ? `[${refs}]` : refs}
        /Resources << /Font << /F1 5 0 R >> >> >>`,
    );
    for (const [part, content] of parts.entries())
      file.stream(number(page) + 1 + part, entries, latin1Bytes(content));
  }
  return file.table('/Root 1 0 R').build();
}

const each = (content: (page: number) => string) =>
  Array.from({ length: PAGES }, (_, page) => [content(page)]);
const small = (input: Uint8Array) => compress(input, DEFAULT_OPTIONS, { host });

/** Result in which each page shows and says the same as before. */
async function result(input: Uint8Array) {
  const { bytes, report } = await small(input);
  expect(report.warnings).toEqual([]);
  expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  expect(await PDFJS.disagreement(input, bytes, '')).toBeNull();
  const { pages: found } = contentStreams(await openDocument(bytes, { limits: DEFAULT_LIMITS }));
  const parts = found.map((page) => page.parts.map(({ ref }) => ref.objectNumber));
  return { bytes, parts, shared: parts[0]!.filter((part) => parts[1]!.includes(part)) };
}

describe('what contents share is stored once', () => {
  test.each([
    ['at both ends, cut inside of a text', (page: number) => `${header}\n${own(page)}\n${footer}`, 2],
    ['at the start', (page: number) => `${header}\n${footer} BT /F1 9 Tf ${own(page)} ET`, 1],
    [
      'in the middle',
      (page: number) => `BT /F1 9 Tf ${own(page)} ET ${header}\n${footer} BT ${own(page + 50)} ET`,
      1,
    ],
    [
      'as marked content',
      (page: number) =>
        `/P << /MCID 0 >> BDC ${header} ET EMC /P << /MCID 1 >> BDC BT /F1 9 Tf ${own(page)} ET EMC`,
      1,
    ],
  ])('%s', async (_, content, shared) => {
    const found = await result(pages({ contents: each(content) }));
    expect(found.shared).toHaveLength(shared);
    expect(new Set(found.parts.flat()).size).toBeLessThanOrEqual(shared + 2 * PAGES);
    const alone = await small(pages({ contents: [[content(0)]] }));
    expect(found.bytes.length).toBeLessThan(alone.bytes.length * 3.5);
  });

  test('the same bytes with threads, and nothing more when it comes again', async () => {
    const input = pages({ contents: each((page) => `${header}\n${own(page)}\n${footer}`) });
    const { bytes } = await small(input);
    const workThreads = jobThreads(host, 3);
    const threaded = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(Buffer.compare(threaded.bytes, bytes)).toBe(0);
    expect((await small(bytes)).bytes).toEqual(bytes);
  });

  test('parts between pieces that happen to be equal, too', async () => {
    const contents = each((page) => `${header}\n${own(page % 2)}\n${footer.slice(0, -20)} ${page} w Q`);
    const { parts } = await result(pages({ contents }));
    const between = parts.map((each) => each.slice(0, -1).join());
    expect(new Set(between).size).toBe(2);
  });

  test('in a long document, found on some of its pages', async () => {
    const contents = Array.from({ length: 80 }, (_, page) => [`${header}\n${own(page)}\n${footer}`]);
    const { bytes } = await small(pages({ contents }));
    const { pages: found } = contentStreams(await openDocument(bytes, { limits: DEFAULT_LIMITS }));
    expect(found.every(({ parts }) => parts.length === 3)).toBe(true);
  });
});

describe('stays in one stream', () => {
  test.each([
    ['what is small', each((page) => `BT /F1 9 Tf 9 9 Td ${own(page)} ${lines(1, 8).slice(0, 120)} T* ET`)],
    ['what no other page has', each((page) => `BT /F1 9 Tf 9 9 Td ${own(page, 60)} ET`)],
    [
      'content with an inline image, whose end readers find by what follows',
      each(
        (page) =>
          `q 9 0 0 9 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /G ID ${page} EI Q ${header}\n${own(page)}\n${footer}`,
      ),
    ],
    [
      'content that readers may divide differently',
      each((page) => `${header}\n${own(page)}\n${footer} 1 2 foo`),
    ],
  ])('%s', async (_, contents) => {
    const { parts } = await result(pages({ contents }));
    expect(parts.every((each) => each.length === 1)).toBe(true);
  });

  test('content whose stream says more than how it is packed', async () => {
    const contents = each((page) => `${header}\n${own(page)}\n${footer}`);
    const { parts } = await result(pages({ contents, entries: '/Own 5' }));
    expect(parts.every((each) => each.length === 1)).toBe(true);
  });
});
