import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PdfError } from '../shared/index.ts';
import { inspect } from '../shared/inspect.ts';
import { richFile } from '../shared/testing/documents/rich-document.ts';
import { type InspectCommandDeps, inspectCommand } from './inspect-command.ts';
import { printedBy } from './testing/printed.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-inspect-'));
  path = join(folder, 'in.pdf');
  await writeFile(path, richFile());
});
afterEach(() => rm(folder, { recursive: true }));

const run = (args: readonly string[], core: InspectCommandDeps['inspect'] = inspect) =>
  printedBy((output) => inspectCommand(args, { inspect: core, output }));

describe('inspect', () => {
  test('tells people what the document is, where its bytes are, and of its images and fonts', async () => {
    const { code, out, err } = await run([path]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.replace(path, 'in.pdf')).toMatchInlineSnapshot(`
      "in.pdf: 9.3 KB, PDF 1.7, 2 pages
        page sizes: 300 x 400 pt (1), 290.5 x 190 pt (1)
        language: en
        has: tags, page labels, 1 layer, 1 attachment, 2 outline items, 1 named destination, 2 links, 1 form field, 3 annotations

      BYTES                   SIZE   SHARE
      images                1.2 KB  13.5 %
      fonts              720 bytes   7.8 %
      text and drawings     1.7 KB  18.5 %
      attachments         58 bytes   0.6 %
      metadata              1.0 KB  11.1 %
      structure             4.5 KB  48.2 %
      unused              36 bytes   0.4 %

      IMAGE   PIXELS  BITS  COLOR                  CODEC       SIZE  PLACED (PT)  DPI  PAGES
         90  32 x 32     8  DeviceRGB + soft mask  flate  305 bytes    100 x 100   23  1
         91  32 x 32     8  DeviceRGB + soft mask  flate  305 bytes    100 x 100   23  2
         92  32 x 32     8  DeviceGray, soft mask  flate  286 bytes    100 x 100   23  1
         93  32 x 32     8  DeviceGray, soft mask  flate  286 bytes    100 x 100   23  2

      FONT       TYPE   EMBEDDED       SIZE  PAGES
      Helvetica  Type1  no        720 bytes  1, 2
      "
    `);
  });

  test('--json prints the inspection, and nothing else', async () => {
    const { out } = await run([path, '--json']);
    expect(JSON.parse(out)).toEqual(await inspect(richFile()));
  });

  test('the longest tables end after the largest rows', async () => {
    const { out } = await run([path], async (input) => {
      const inspection = await inspect(input);
      const image = inspection.images[0]!;
      return {
        ...inspection,
        images: Array.from({ length: 30 }, (_, i) => ({ ...image, object: i, size: i })),
      };
    });
    const objects = [...out.matchAll(/^ *(\d+) +32 x 32/gm)].map(([, object]) => Number(object));
    expect(objects).toEqual(Array.from({ length: 20 }, (_, i) => 29 - i));
    expect(out).toContain('and 10 smaller images; --json has all');
  });

  test('names from the file cannot steer the terminal', async () => {
    const { out } = await run([path], async (input) => {
      const inspection = await inspect(input);
      const features = { ...inspection.features, language: 'en\u001b[2J\n' };
      return {
        ...inspection,
        features,
        fonts: inspection.fonts.map((font) => ({ ...font, name: '\u001b]0;x\u0007' })),
      };
    });
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(out).toContain('language: en\ufffd[2J\ufffd\n');
  });

  test('--password reaches the core', async () => {
    const core = vi.fn<InspectCommandDeps['inspect']>(() => {
      throw new PdfError({ code: 'encrypted_pdf', reason: 'wrong-password' });
    });
    const { code, err } = await run([path, '--password', 'open sesame'], core);
    expect(core.mock.lastCall?.[1]).toEqual({ password: 'open sesame' });
    expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(/^encrypted_pdf: /) });
  });

  test.each([
    [[], 'The PDF to inspect is missing.\nSee --help.\n'],
    [
      ['a.pdf', 'b.pdf', '--out', 'c.pdf'],
      '--out is not an option here.\nOnly one file can be named; b.pdf, c.pdf is more than that.\nSee --help.\n',
    ],
  ])('wrong usage %o is told as a whole', async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: '', err: message });
  });

  test('a missing file ends with 1, a file that is no PDF with 3', async () => {
    expect(await run([join(folder, 'nope.pdf')])).toMatchObject({ code: 1, out: '' });
    await writeFile(path, 'no pdf');
    expect(await run([path])).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/^not_a_pdf: /) });
  });

  test('--help explains every option', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const flag of ['json', 'password']) expect(out).toContain(`--${flag} `);
  });
});
