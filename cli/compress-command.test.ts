import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNodeHost } from '../library/node/host.ts';
import { compressInPieces } from '../shared/compress.ts';
import { DEFAULT_OPTIONS, OPTION_NAMES, PdfError, PRESETS } from '../shared/index.ts';
import { issueReceipt } from '../shared/receipt/issue-receipt.ts';
import { receiptSchema } from '../shared/receipt/receipt-schema.ts';
import { FileBuilder, onePage } from '../shared/testing/documents/files.ts';
import { smallPdf } from '../shared/testing/documents/small-pdf.ts';
import { type CompressCommandDeps, compressCommand, isInOut } from './compress-command.ts';
import { printedBy } from './testing/printed.ts';

const host = createNodeHost();

let folder: string;
let inPath: string;
let outPath: string;
let pdf: Uint8Array;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-cli-'));
  inPath = join(folder, 'in.pdf');
  outPath = join(folder, 'out.pdf');
  pdf = await smallPdf();
  await writeFile(inPath, pdf);
});
afterEach(() => rm(folder, { recursive: true }));

const run = (args: readonly string[], core: CompressCommandDeps['compress'] = compressInPieces) =>
  printedBy((output) =>
    compressCommand(args, {
      compress: core,
      issueReceipt,
      host,
      output,
      stateFolder: join(folder, '.state'),
    }),
  );

const files = async () => (await readdir(folder)).filter((name) => name !== '.state').sort();

test.each([
  ['a.pdf b.pdf', true],
  ['a.pdf b.pdf --quality 60 --receipt r.json', true],
  ['a.pdf b.pdf -q', true],
  ['--help', true],
  ['a.pdf', false],
  ['a.pdf b.pdf c.pdf', false],
  ['-r folder', false],
  ['a.pdf -o out', false],
  ['a.pdf b.pdf --in-place', false],
  ['a.pdf -', false],
  ['- b.pdf', false],
  ['', false],
])('compress %s is IN OUT: %s', (line, expected) => {
  expect(isInOut(line.split(' ').filter(Boolean))).toBe(expected);
});

describe('compress', () => {
  test('writes the smaller PDF and says how much smaller', async () => {
    const { code, out, err } = await run([inPath, outPath]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const result = await readFile(outPath);
    expect(result.length).toBeLessThan(pdf.length);
    expect((await PDFDocument.load(result)).getPageCount()).toBe(2);
    expect(out).toContain(`${pdf.length} → ${result.length} bytes`);
    expect(await files()).toEqual(['in.pdf', 'out.pdf']);
  });

  test('a document that cannot get smaller is written as it is, with exit code 0', async () => {
    await run([inPath, inPath]);
    const once = await readFile(inPath);
    const { code, out } = await run([inPath, outPath]);
    expect(code).toBe(0);
    expect(out).toContain('unchanged');
    expect(await readFile(outPath)).toEqual(once);
  });

  test('may replace its own input, keeping its mode and a link to it', async () => {
    await chmod(inPath, 0o640);
    const link = join(folder, 'link.pdf');
    await symlink(inPath, link);
    expect((await run([link, link])).code).toBe(0);
    expect((await readFile(inPath)).length).toBeLessThan(pdf.length);
    expect((await stat(inPath)).mode & 0o777).toBe(0o640);
    expect(await files()).toEqual(['in.pdf', 'link.pdf']);
  });

  test('--json prints the report, and nothing else', async () => {
    const { out } = await run([inPath, outPath, '--json', '--quality=40']);
    expect(JSON.parse(out)).toMatchObject({
      inputSize: pdf.length,
      outputSize: (await readFile(outPath)).length,
      options: { ...PRESETS.balanced, quality: 40 },
      document: { pages: 2 },
    });
  });

  test('-q prints nothing where all went well', async () => {
    expect(await run([inPath, outPath, '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect(await files()).toEqual(['in.pdf', 'out.pdf']);
  });

  test('--receipt writes a receipt for both files, beside whatever else is said', async () => {
    const receiptPath = join(folder, 'receipt.json');
    const { code, out } = await run([inPath, outPath, '--receipt', receiptPath, '--quality=40']);
    expect(code).toBe(0);
    expect(out).toContain(' bytes (');
    const receipt = receiptSchema.parse(JSON.parse(await readFile(receiptPath, 'utf8')));
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(receipt).toMatchObject({
      input: { size: pdf.length, sha256: digest(pdf) },
      output: { sha256: digest(await readFile(outPath)) },
      options: { ...PRESETS.balanced, quality: 40 },
    });
  });

  test('a receipt that cannot be written leaves the PDF, and is code 1', async () => {
    const { code, err } = await run([inPath, outPath, '--receipt', join(folder, 'no', 'receipt.json')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^Cannot write .*receipt\.json: /);
    expect(await files()).toEqual(['in.pdf', 'out.pdf']);
  });

  test.each([
    [[], PRESETS.balanced],
    [['--quality=40'], { ...PRESETS.balanced, quality: 40 }],
    [['--preset=api'], DEFAULT_OPTIONS],
    [['--preset', 'small', '--min-dpi=0'], { ...PRESETS.small, minDpi: 0 }],
  ])('%j starts from a preset: balanced where none is named', async (args, expected) => {
    const core = vi.fn<CompressCommandDeps['compress']>(() => {
      throw new PdfError({ code: 'not_a_pdf', reason: 'empty' });
    });
    await run([...args, inPath, outPath], core);
    expect(core.mock.lastCall?.[1]).toEqual(expected);
  });

  test('a preset that there is not is named with those that there are', async () => {
    const { code, err } = await run([inPath, outPath, '--preset=ebook', '--quality=0']);
    expect(code).toBe(2);
    expect(err).toContain('--preset must be one of sharp, balanced, small, lossless, api, not "ebook".');
    expect(err).toContain('--quality must be');
  });

  test('every option reaches the core', async () => {
    const core = vi.fn<CompressCommandDeps['compress']>(() => {
      throw new PdfError({ code: 'encrypted_pdf', reason: 'wrong-password' });
    });
    const args =
      '--preset api --quality 90 --max-dimension=3000 --max-dpi 300 --min-dpi=150 --no-strip-metadata --no-convert-to-jpeg --jpx lossless --grayscale --round-coordinates --no-jbig2-symbols --bilevel near --mrc auto --ink auto --target-size 1.5MB --target-mode closest --split-size 2MB --crop-hidden --remove-attachments --linearize --break-signatures';
    await run([...args.split(' '), '--password', 'open sesame', inPath, outPath], core);
    const given = core.mock.lastCall?.[1];
    expect(given).toEqual({
      quality: 90,
      maxDimension: 3000,
      maxDpi: 300,
      minDpi: 150,
      stripMetadata: false,
      convertToJpeg: false,
      jpx: 'lossless',
      grayscale: true,
      roundCoordinates: true,
      jbig2Symbols: false,
      bilevel: 'near',
      mrc: 'auto',
      ink: 'auto',
      targetSize: 1_500_000,
      targetMode: 'closest',
      splitSize: 2_000_000,
      cropHidden: true,
      removeAttachments: true,
      linearize: true,
      breakSignatures: true,
    });
    const atDefault = OPTION_NAMES.filter((name) => given?.[name] === DEFAULT_OPTIONS[name]);
    expect(atDefault, 'options that have their default').toEqual([]);
    expect(core.mock.lastCall?.[2].password).toBe('open sesame');
  });
});

describe('wrong usage', () => {
  test('all of it is said at once, and nothing is written', async () => {
    const { code, out, err } = await run([
      inPath,
      outPath,
      'third.pdf',
      '--quality=0',
      '--max-dimension',
      'big',
      '--no-strip-metadata=yes',
      '--colour',
      '--json',
      '--json',
      '--password',
    ]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.split('\n').filter((line) => line.startsWith('-') || line.includes('third.pdf'))).toEqual([
      '--no-strip-metadata takes no value.',
      '--colour is not an option here.',
      '--json is given twice.',
      '--password needs a value.',
      expect.stringContaining('third.pdf'),
      '--quality must be an integer from 1 to 100, not "0".',
      '--max-dimension must be an integer from 1 to 1000000, not "big".',
    ]);
    expect(await files()).toEqual(['in.pdf']);
  });

  test.each([
    ['101', '--quality must be'],
    ['7.5', '--quality must be'],
    ['-1', '--quality must be'],
    ['', '--quality must be'],
  ])('--quality %o is refused', async (value, message) => {
    const { code, err } = await run([inPath, outPath, '--quality', value]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test.each([
    [[], 'The PDF to compress is missing.'],
    [['in.pdf'], 'The name of the result is missing.'],
  ])('%o lacks a file', async (args, message) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test('--help explains every option', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const flag of [
      'quality',
      'max-dimension',
      'no-strip-metadata',
      'no-convert-to-jpeg',
      'break-signatures',
    ]) {
      expect(out).toMatch(new RegExp(`^  --${flag}\\b`, 'm'));
    }
  });
});

describe('documents that cannot be done', () => {
  test.each([
    ['empty', '', 'not_a_pdf: The file is empty'],
    ['text', 'hello '.repeat(100), 'not_a_pdf: '],
    ['a header and nothing behind it', `%PDF-1.7\n${'nothing '.repeat(100)}`, 'damaged_pdf: '],
  ])('%s: exit code 3, the code on stderr, and nothing written', async (_what, text, message) => {
    await writeFile(inPath, text);
    const { code, out, err } = await run([inPath, outPath]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err.startsWith(message)).toBe(true);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await files()).toEqual(['in.pdf']);
  });

  test('the result of another PDF stays as it was, and is named', async () => {
    const otherPath = join(folder, 'other.pdf');
    await writeFile(otherPath, onePage(new FileBuilder()).table('/Root 1 0 R').build());
    expect((await run([otherPath, outPath])).code).toBe(0);
    const result = await readFile(outPath);
    const { code, err } = await run([inPath, outPath]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Cannot write: .*out\.pdf is the result of .*other\.pdf/),
    });
    expect(await readFile(outPath)).toEqual(result);
  });

  test('a result that was there before stays as it was', async () => {
    await writeFile(inPath, 'no pdf');
    await writeFile(outPath, 'precious');
    expect((await run([inPath, outPath, '--force'])).code).toBe(3);
    expect(await readFile(outPath, 'utf8')).toBe('precious');
  });
});

describe('trouble with files', () => {
  test.each([
    ['a missing input', () => [join(folder, 'nope.pdf'), outPath], 'there is no such file'],
    ['a folder as input', () => [folder, outPath], 'that is a folder'],
    [
      'a result in a missing folder',
      () => [inPath, join(folder, 'no/out.pdf')],
      'there is no such file or folder',
    ],
    ['a folder as result', () => [inPath, join(folder, 'sub')], 'is there already, and is no file'],
  ])('%s: exit code 1 and a sentence', async (_what, args, message) => {
    await mkdir(join(folder, 'sub'));
    const { code, out, err } = await run(args());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(await files()).toEqual(['in.pdf', 'sub']);
  });
});
