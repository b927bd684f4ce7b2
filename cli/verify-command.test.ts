import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeHost } from '../library/node/host.ts';
import { compress } from '../shared/compress.ts';
import { DEFAULT_OPTIONS } from '../shared/index.ts';
import { checkReceipt } from '../shared/receipt/check-receipt.ts';
import { issueReceipt } from '../shared/receipt/issue-receipt.ts';
import { richFile } from '../shared/testing/documents/rich-document.ts';
import { forgedReceipts } from '../shared/testing/forged-receipts.ts';
import { verify } from '../shared/verify.ts';
import { loadPageDrawer } from './drawing/pdfium-pages.ts';
import { printedBy } from './testing/printed.ts';
import { type VerifyCommandDeps, verifyCommand } from './verify-command.ts';

const host = createNodeHost();
const before = richFile();
const result = await compress(before, DEFAULT_OPTIONS, { host });
const receipt = await issueReceipt(before, result, { host });

let folder: string;
const path = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-verify-'));
  await writeFile(path('before.pdf'), before);
  await writeFile(path('after.pdf'), result.bytes);
  await writeFile(path('receipt.json'), JSON.stringify(receipt));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], deps: Partial<VerifyCommandDeps> = {}) {
  const own = { verify, checkReceipt, loadDrawer: loadPageDrawer, host };
  const { code, out, err } = await printedBy((output) => verifyCommand(args, { ...own, output, ...deps }));
  return { code, out: out.replaceAll(folder, ''), err: err.replaceAll(folder, '') };
}

/** A file without the field's value, with one link fewer and another label. */
async function harmedFile(): Promise<void> {
  const text = Buffer.from(before).toString('latin1');
  const harmed = text
    .replace('/V (value)', '/V (other)')
    .replace('/Annots [10 0 R 40 0 R]', '/Annots [40 0 R       ]');
  await writeFile(path('harmed.pdf'), Buffer.from(harmed, 'latin1'));
}

/** Rows of a PNG with one IDAT and no filters. */
function pixelsOf(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const stride = width * 3;
  const data = Buffer.concat(
    Array.from({ length: height }, (_, y) => rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1))),
  );
  return { width, height, data };
}

describe('verify', () => {
  test('says that nothing was lost, and draws the pages', async () => {
    const { code, out, err } = await run([path('before.pdf'), path('after.pdf')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "/before.pdf → /after.pdf: 9.3 KB → 2.5 KB
      Nothing was lost.

      KEPT
        pages               2 of 2
        page sizes          2 of 2
        words               363 of 363
        order of words      363 of 363
        links               2 of 2
        named destinations  1 of 1
        bookmarks           2 of 2
        form fields         1 of 1
        tags                1 of 1
        language            1 of 1
        layers              1 of 1
        attachments         1 of 1
        pictures            2 of 2
        picture resolution  2 of 2
        colors              365 of 365
        fonts               2 of 2
        page labels         2 of 2
        how it opens        1 of 1
        output intents      1 of 1
        structure           1 of 1
        metadata            5 of 5 changed or removed

      The worst page is 1, at 100 of 100.
      "
    `);
  });

  test('names what is lost, first, and ends with 4', async () => {
    await harmedFile();
    const { code, out } = await run([path('before.pdf'), path('harmed.pdf')]);
    expect(code).toBe(4);
    expect(out).toMatchInlineSnapshot(`
      "/before.pdf → /harmed.pdf: 9.3 KB → 9.3 KB
      2 things were lost, 1 page looks different.

      LOST
        links: 1 of 2
          page 1, gone: https://example.org/a
        form fields: 1 of 1
          changed: name: text "value" → text "other"

      KEPT
        pages               2 of 2
        page sizes          2 of 2
        words               363 of 363
        order of words      363 of 363
        named destinations  1 of 1
        bookmarks           2 of 2
        tags                1 of 1
        language            1 of 1
        layers              1 of 1
        attachments         1 of 1
        pictures            2 of 2
        picture resolution  2 of 2
        colors              365 of 365
        fonts               2 of 2
        page labels         2 of 2
        how it opens        1 of 1
        output intents      1 of 1
        structure           1 of 1
        metadata            5 of 5

      The worst page is 1, at 99.3 of 100.
      Page 1 shows something else at 28% of its width and 83% of its height from the top.
      PAGE  SCORE  LOST
         1   99.3  links 1
      "
    `);
  });

  test('--png and --html show the place that differs most, in a frame', async () => {
    await harmedFile();
    const files = [path('before.pdf'), path('harmed.pdf')];
    const { code } = await run([...files, '--png', path('worst.png'), '--html', path('report.html')]);
    expect(code).toBe(4);
    const png = await readFile(path('worst.png'));
    const { width, height, data } = pixelsOf(png);
    const framed = Array.from({ length: width * height }, (_, pixel) => pixel).filter(
      (pixel) => data.readUIntBE(pixel * 3, 3) === 0xdc003c,
    );
    // The place of the expectation above, on the left half of the picture.
    const xs = framed.map((pixel) => (pixel % width) / (width / 2)).filter((x) => x < 1);
    const ys = framed.map((pixel) => Math.floor(pixel / width) / height);
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(0.28, 1);
    expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(0.83, 1);
    const html = await readFile(path('report.html'), 'utf8');
    expect(html).toContain('2 things were lost, 1 page looks different.');
    expect(html).toContain(png.toString('base64'));
  });

  test('a picture replaces no PDF, and needs pages that are drawn', async () => {
    const files = [path('before.pdf'), path('after.pdf')];
    const wrong = await run([...files, '--png', path('before.pdf')]);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('ends with .png') });
    expect((await run([...files, '--html', path('a.html'), '--no-scores'])).code).toBe(2);
    const missing = await run([...files, '--png', path('a.png')], { loadDrawer: async () => null });
    expect(missing).toMatchObject({ code: 1, err: 'Cannot write /a.png: no page could be drawn.\n' });
  });

  test('--strict counts additions, which the headline names', async () => {
    const text = Buffer.from(before).toString('latin1');
    const added = text.replace('/Type /Page /Parent 2 0 R', '/Type /Page /AA 11 0 R /Parent 2 0 R');
    await writeFile(path('more.pdf'), Buffer.from(added, 'latin1'));
    const files = [path('before.pdf'), path('more.pdf'), '--no-scores'];
    const { code, out } = await run(files);
    expect(code).toBe(0);
    expect(out).toMatch(/\nNothing was lost\. Added: \d+ actions?\. Pages were not looked at\.\n/);
    expect((await run([...files, '--strict'])).code).toBe(4);
  });

  test('a receipt is made again, and is right', async () => {
    const { code, out } = await run([
      path('before.pdf'),
      path('after.pdf'),
      path('receipt.json'),
      '--no-scores',
    ]);
    expect(code).toBe(0);
    expect(out).toContain(
      '\nReceipt verified. Compressing the original again gives identical bytes and the same receipt.\n',
    );
  });

  test.each<readonly [string, object, string]>([
    [
      'of another file',
      { input: { ...receipt.input, sha256: '0'.repeat(64) } },
      'This receipt belongs to another file.',
    ],
    [
      'of other options',
      {
        options: { ...receipt.options, stripMetadata: false },
        engine: { name: 'pagelight', version: '9.1.0' },
      },
      'Not verified: compressing again gives different bytes (the receipt is of version 9.1.0; this is 0.2.0).',
    ],
    ...forgedReceipts(receipt).map(
      ({ field, receipt }) =>
        [
          `with a false ${field}`,
          receipt,
          `Not verified: compressing again gives identical bytes, but another receipt.\nDifferent: ${field}.`,
        ] as const,
    ),
    [
      'of another version',
      { engine: { name: 'pagelight', version: '9.9.9' } },
      'Compressing again gives identical bytes. Some fields of the receipt could not be checked.\nNot checked: engine.version (made by another version).',
    ],
  ])('a receipt %s is not right', async (_, change, words) => {
    await writeFile(path('receipt.json'), JSON.stringify({ ...receipt, ...change }));
    const { code, out } = await run([
      path('before.pdf'),
      path('after.pdf'),
      path('receipt.json'),
      '--no-scores',
    ]);
    expect(code).toBe(4);
    expect(out).toContain(`\n${words}\n`);
  });

  test('--json prints everything, and nothing else', async () => {
    const { out } = await run([path('before.pdf'), path('after.pdf'), path('receipt.json'), '--json']);
    expect(JSON.parse(out)).toMatchObject({
      verification: { equality: 'none', before: { sha256: receipt.input.sha256 } },
      scores: [
        { page: 1, similarity: expect.closeTo(1, 2) },
        { page: 2, similarity: expect.closeTo(1, 2) },
      ],
      receipt: {
        kind: 'made-again',
        outputMatches: true,
        reproduced: true,
        fields: { different: [], notChecked: [] },
      },
    });
  });

  test('where pages cannot be drawn it says so', async () => {
    const { code, out } = await run([path('before.pdf'), path('after.pdf')], {
      loadDrawer: async () => null,
    });
    expect(code).toBe(0);
    expect(out).toContain(
      '\nNothing was lost. Pages were not looked at: npm i @embedpdf/pdfium draws them, too.\n',
    );
  });

  test('names from the file cannot steer the terminal', async () => {
    await harmedFile();
    const { out } = await run([path('before.pdf'), path('harmed.pdf'), '--no-scores'], {
      async verify(...given) {
        const found = await verify(...given);
        const losses = [{ change: 'removed' as const, page: 1, name: '\u001b[2Jlink' }];
        return {
          ...found,
          categories: found.categories.map((kind) => (kind.lost > 0 ? { ...kind, losses } : kind)),
        };
      },
    });
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    [[], 'Two PDFs are needed: the one before, and the one after.\nSee --help.\n'],
    [
      ['a', 'b', 'c', 'd', '--fast'],
      '--fast is not an option here.\nd is more than two PDFs and a receipt.\nSee --help.\n',
    ],
  ])('wrong usage %o is told as a whole', async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: '', err: message });
  });

  test('a missing file and a text that is no receipt end with 1, a file that is no PDF with 3', async () => {
    expect(await run([path('before.pdf'), path('nope.pdf')])).toMatchObject({ code: 1, out: '' });
    expect(await run([path('before.pdf'), path('after.pdf'), path('before.pdf')])).toMatchObject({
      code: 1,
      err: '/before.pdf is no receipt that this version can read: it is no JSON.\n',
    });
    await writeFile(path('after.pdf'), 'no pdf');
    expect(await run([path('before.pdf'), path('after.pdf')])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/^not_a_pdf: /),
    });
  });

  test('--help explains every option', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const flag of ['json', 'no-scores', 'password']) expect(out).toContain(`--${flag} `);
  });
});
