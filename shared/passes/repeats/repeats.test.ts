import { describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { jobThreads } from '../../testing/job-threads.ts';
import { PDFJS } from '../../testing/judges/pdfjs.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { sequence } from '../../testing/pictures/rasters.ts';

const host = createTestHost();
const PAGES = 6;

/** Lines and curves that deflate compresses poorly. */
function drawing(seed: number, parts = 40): string {
  const random = sequence(seed);
  const number = () => (random() * 200).toFixed(3);
  return Array.from(
    { length: parts },
    () =>
      `${random().toFixed(2)} 0 ${random().toFixed(2)} rg ${number()} ${number()} m ${number()} ${number()} l ${number()} ${number()} l f`,
  ).join('\n');
}

const logo = drawing(1);
/** Lines of text on all pages. */
const letter = `BT /F1 9 Tf 14 TL 9 200 Td ${Array.from({ length: 40 }, (_, line) => `(${drawing(line, 1).slice(0, 30)}) Tj T*`).join(' ')} ET`;

interface Pages {
  readonly contents: readonly string[];
  /** Resources of each page; object 5 is a font, 8 and 9 are color spaces. */
  readonly resources?: (page: number) => string;
}

function pages({ contents, resources = () => '/Font << /F1 5 0 R >>' }: Pages): Uint8Array {
  const number = (page: number) => 10 + page * 2;
  const kids = contents.map((_, page) => `${number(page)} 0 R`).join(' ');
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`)
    .object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    .object(7, '<< /ca 0.5 >>')
    .object(8, '[/CalGray << /WhitePoint [.95 1 1.09] >>]')
    .object(9, '[/CalGray << /WhitePoint [.95 1 1.09] /Gamma 2 >>]');
  for (const [page, content] of contents.entries()) {
    file.object(
      number(page),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 240 240] /Contents ${number(page) + 1} 0 R
        /Resources << ${resources(page)} >> >>`,
    );
    file.stream(number(page) + 1, '', latin1Bytes(content));
  }
  return file.table('/Root 1 0 R').build();
}

const each = (content: (page: number) => string) => Array.from({ length: PAGES }, (_, page) => content(page));
// Even seeds: `sequence` sets their last bit.
const own = (page: number) => `q ${drawing(100 + 2 * page, 8)} Q`;

const small = (input: Uint8Array) => compress(input, DEFAULT_OPTIONS, { host });
/** Number of pages that draw a shared form, and bytes of the output. */
async function drawnOnce(input: Uint8Array) {
  const { bytes, report } = await small(input);
  expect(report.warnings).toEqual([]);
  expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  expect(await PDFJS.disagreement(input, bytes, '')).toBeNull();
  const { changed } = report.passes.find(({ pass }) => pass === 'dedupe')!;
  return { pages: changed, bytes: bytes.length };
}

describe('what pages draw alike becomes one form', () => {
  test.each([
    ['in a block', (page: number) => `${own(page)}\nq .5 0 0 .5 9 9 cm\n${logo}\nQ\n${own(page + 50)}`],
    ['without a block, before other drawing', (page: number) => `${logo}\n${own(page)}`],
    [
      'in colours that stay for what follows',
      (page: number) => `${logo}\n1 0 0 RG 3 w 0 1 0 rg ${own(page)} 9 9 m ${page * 9} 99 l B`,
    ],
    [
      'inside of a block that is each page’s own',
      (page: number) => `q 1 0 0 1 ${page} 0 cm\n${logo}\n0 0 ${page} 9 re f Q`,
    ],
    [
      'in a state that was set before',
      (page: number) => `0 0 1 RG 4 w ${own(page)} ${logo.replaceAll('l f', 'l B')}`,
    ],
    [
      'around what differs',
      (page: number) => `${logo}\nBT /F1 12 Tf 9 9 Td (page ${page}) Tj ET\n${drawing(2)}`,
    ],
    [
      'around text that all have, in a block',
      (page: number) => `q ${logo}\n${letter}\n${drawing(2)} Q BT /F1 9 Tf 9 20 Td (page ${page}) Tj ET`,
    ],
    [
      'between letters of one line',
      (page: number) => `BT /F1 9 Tf 9 20 Td (page) Tj ET\n${logo}\nBT /F1 9 Tf 40 20 Td (${page}) Tj ET`,
    ],
    [
      'without the clip behind it, which stays for what follows',
      (page: number) => `q ${logo}\n9 9 90 90 re W n ${own(page * 2)} Q ${own(page * 2 + 50)}`,
    ],
    ['as artifacts', (page: number) => `/Artifact BMC\nq ${logo}\nQ EMC ${own(page)}`],
  ])('%s', async (_, content) => {
    const found = await drawnOnce(pages({ contents: each(content) }));
    expect(found.pages).toBe(PAGES);
    const alone = await small(pages({ contents: [content(0)] }));
    expect(found.bytes).toBeLessThan(alone.bytes.length * 3);
  });

  test('two drawings, each on its own pages', async () => {
    const contents = each((page) => `q ${page % 2 === 0 ? logo : drawing(3)}\nQ ${own(page)}`);
    expect((await drawnOnce(pages({ contents }))).pages).toBe(PAGES);
  });

  test('two drawings that are beside each other on some pages alone, stored once each', async () => {
    const apart = (page: number) => `${logo}\n${own(page)}\n${drawing(3)}`;
    const beside = (page: number) => `${logo}\n${drawing(3)}\n${own(page)}`;
    const both = each((page) => (page % 2 === 0 ? beside(page) : apart(page)));
    const found = await drawnOnce(pages({ contents: both }));
    expect(found.pages).toBe(PAGES);
    const { bytes } = await drawnOnce(pages({ contents: each(apart) }));
    expect(found.bytes - bytes).toBeLessThan(200);
  });

  test('the same bytes with threads, and nothing more when it comes again', async () => {
    const input = pages({ contents: each((page) => `q ${logo}\nQ ${own(page)}`) });
    const { bytes } = await small(input);
    const workThreads = jobThreads(host, 3);
    const threaded = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(Buffer.compare(threaded.bytes, bytes)).toBe(0);
    expect((await small(bytes)).bytes).toEqual(bytes);
  });
});

describe('stays in the contents', () => {
  test.each([
    [
      'text, between which and what follows pdf.js would see no end of line',
      (page: number) => `${letter} BT 9 20 Td (page ${page}) Tj ET`,
    ],
    ['what a matrix without area draws', (page: number) => `q 0 0 0 0 ${page} 9 cm\n${logo}\nQ ${own(page)}`],
    ['what is small', (page: number) => `${drawing(1, 3)}\n${own(page)}`],
    ['marked content', (page: number) => `/P << /MCID 0 >> BDC\nq ${logo}\nQ EMC ${own(page)}`],
    ['what has marks inside', (page: number) => `q /P << /MCID 0 >> BDC\n${logo}\nEMC Q ${own(page)}`],
    ['what a named state is in effect for', (page: number) => `/G1 gs\n${logo}\n${own(page)}`],
    ['what becomes a clip', (page: number) => `${drawing(1).replaceAll('l f', 'l W n')}\n${own(page)}`],
    [
      'what is drawn with patterns',
      (page: number) => `q /Pattern cs /P1 scn\n${logo.replaceAll(/\S+ 0 \S+ rg/g, '')}\nQ ${own(page)}`,
    ],
    ['content in which states are no pairs', (page: number) => `Q q ${logo}\nQ ${own(page)}`],
  ])('%s', async (_, content) => {
    const input = pages({
      contents: each(content),
      resources: () => '/ExtGState << /G1 7 0 R >> /Font << /F1 5 0 R >>',
    });
    expect((await drawnOnce(input)).pages).toBe(0);
  });

  test('drawing in a colour space that is another one on each page', async () => {
    const paths = logo.replaceAll(/\S+ 0 \S+ rg/g, '');
    const contents = each((page) => `q /C1 cs .5 sc\n${paths}\nQ ${own(page)}`);
    const spaces = (page: number) => `/ColorSpace << /C1 ${8 + (page % 2)} 0 R >>`;
    const two = pages({ contents: contents.slice(0, 2), resources: spaces });
    expect((await drawnOnce(two)).pages).toBe(0);
    expect((await drawnOnce(pages({ contents, resources: spaces }))).pages).toBe(PAGES);
  });

  test('drawing in a colour space by the name of patterns, which not all readers look up', async () => {
    const paths = logo.replaceAll(/\S+ 0 \S+ rg/g, '');
    const contents = each((page) => `q /Pattern cs .5 sc\n${paths}\nQ ${own(page)}`);
    const resources = () => '/ColorSpace << /Pattern 8 0 R >>';
    expect((await drawnOnce(pages({ contents, resources }))).pages).toBe(0);
  });

  test('drawing where device colours mean something else', async () => {
    const contents = each((page) => `q ${logo}\nQ ${own(page)}`);
    const resources = () => '/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [.95 1 1.09] >>] >>';
    expect((await drawnOnce(pages({ contents, resources }))).pages).toBe(0);
  });
});
