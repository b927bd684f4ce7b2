import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { PRESETS } from './presets.ts';
import { FileBuilder, onePage } from './testing/documents/files.ts';
import { picturesFile } from './testing/documents/pictures-file.ts';
import { richFile } from './testing/documents/rich-document.ts';
import { createTestHost } from './testing/host.ts';
import { addedKinds, lostKinds, VERIFIED_KINDS } from './verification.ts';
import { verify } from './verify.ts';

const host = createTestHost();

function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/${path}`, import.meta.url)));
}

/** Losses and additions from compression with these options, per category. */
async function alarms(input: Uint8Array, options: Partial<CompressOptions>) {
  const { bytes, report } = await compress(input, { ...DEFAULT_OPTIONS, ...options }, { host });
  expect(bytes.length).toBeLessThanOrEqual(input.length);
  expect(report.warnings).not.toContain('verification-failed');
  const { categories, differentDocuments } = await verify(input, bytes, { host });
  return {
    differentDocuments: differentDocuments,
    lost: lostKinds({ categories: categories }),
    added: addedKinds({ categories }),
  };
}

const NONE = { differentDocuments: false, lost: [], added: [] };

const SETTINGS = {
  'the defaults': {},
  medium: { quality: 50, maxDpi: 150, maxDimension: 1_000_000 },
  lossless: PRESETS.lossless,
  rounded: { roundCoordinates: true, quality: 30 },
} satisfies Readonly<Record<string, Partial<CompressOptions>>>;

/** Each with the settings that give it different bytes; the other settings repeat one of them. */
const REAL: readonly (readonly [name: string, how: keyof typeof SETTINGS])[] = [
  ['form-jbig2.pdf', 'rounded'],
  ['invoice-pdfa3.pdf', 'rounded'],
  ['newspaper-gray-jpeg.pdf', 'the defaults'],
  ['newspaper-gray-jpeg.pdf', 'lossless'],
  ['newspaper-gray-jpeg.pdf', 'rounded'],
  ['see-through-images.pdf', 'the defaults'],
  ['see-through-images.pdf', 'medium'],
  ['see-through-images.pdf', 'lossless'],
];

test('every real document is tried', () => {
  const all = readdirSync(new URL('./fixtures/real/', import.meta.url));
  expect([...new Set(REAL.map(([name]) => name))]).toEqual(all.sort());
});

describe('our own results raise no false alarm', () => {
  test.each(REAL)('%s, %s', async (name, how) => {
    expect(await alarms(fixture(`real/${name}`), SETTINGS[how])).toEqual(NONE);
  });

  test.each([
    ['one of everything', richFile()],
    ['pictures', picturesFile()],
  ])('%s', async (_, input) => {
    for (const options of Object.values(SETTINGS)) expect(await alarms(input, options)).toEqual(NONE);
  });
});

test('gray by wish is a loss of colors and of nothing else', async () => {
  const { lost, added } = await alarms(picturesFile(), { grayscale: true });
  expect({ lost: lost.map(({ kind }) => kind), added }).toEqual({ lost: ['colors'], added: [] });
});

test('a blank producer is none', async () => {
  const text = Buffer.from(richFile()).toString('latin1');
  const blank = new Uint8Array(Buffer.from(text.replace('(Producer)', '(        )'), 'latin1'));
  expect(blank).not.toEqual(richFile());
  expect((await verify(richFile(), blank, { host })).after).not.toHaveProperty('producer');
});

test('what is compared is listed whole, in one order, and says where a file is from', async () => {
  const found = await verify(richFile(), richFile(), { host });
  expect(found.categories.map(({ kind }) => kind)).toEqual(VERIFIED_KINDS);
  expect(found).toMatchObject({
    equality: 'bytes',
    before: { producer: 'Producer', document: { pages: 2 } },
    pages: [
      { page: 1, after: 1, lost: {} },
      { page: 2, after: 2, lost: {} },
    ],
  });
});

test('files that hold the same objects are told as such', async () => {
  const moved = Buffer.from(richFile()).toString('latin1').replace('%PDF-1.7\n', '%PDF-1.7\n%%%%%%%%%\n');
  const { equality } = await verify(richFile(), Buffer.from(moved, 'latin1'), { host });
  expect(equality).toBe('objects');
});

test('a locked file asks for its password, and is compared with it', async () => {
  const locked = fixture('encrypted/r6-aes-256.pdf');
  await expect(verify(locked, locked, { host })).rejects.toMatchObject({
    problem: { code: 'encrypted_pdf', reason: 'password-needed' },
  });
  expect((await verify(locked, locked, { host, password: 'user' })).equality).toBe('bytes');
});

test('each page that was compared is told, and an abort ends it', async () => {
  const told: (readonly [number, number])[] = [];
  await verify(richFile(), richFile(), { host, onPage: (done, total) => told.push([done, total]) });
  expect(told).toEqual([
    [1, 2],
    [2, 2],
  ]);
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await expect(verify(richFile(), richFile(), { host, signal: stop.signal })).rejects.toThrow('enough');
});

describe('hostile documents end with an answer', () => {
  const withObjects = (objects: Readonly<Record<number, string>>, page = '', content = 'q Q') => {
    const file = onePage(new FileBuilder(), content, page);
    for (const [number, body] of Object.entries(objects)) file.object(Number(number), body);
    return file;
  };
  const catalog = (entries: string) => `<< /Type /Catalog /Pages 2 0 R ${entries} >>`;

  test.each<[string, FileBuilder]>([
    [
      'an outline that leads back',
      withObjects({
        1: catalog('/Outlines 8 0 R'),
        8: '<< /First 9 0 R >>',
        9: '<< /Title (a) /Next 9 0 R /First 9 0 R >>',
      }),
    ],
    [
      'fields inside themselves',
      withObjects({
        1: catalog('/AcroForm << /Fields [8 0 R] >>'),
        8: '<< /T (a) /Kids [8 0 R] /Parent 8 0 R >>',
      }),
    ],
    [
      'tags inside themselves',
      withObjects({
        1: catalog('/StructTreeRoot 8 0 R'),
        8: '<< /K 9 0 R >>',
        9: '<< /S /P /K [9 0 R 9 0 R] >>',
      }),
    ],
    [
      'a name tree inside itself',
      withObjects({ 1: catalog('/Names << /Dests 8 0 R >>'), 8: '<< /Kids [8 0 R 8 0 R] >>' }),
    ],
    [
      'actions that follow each other',
      withObjects(
        {
          8: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 9 0 R >>',
          9: '<< /S /Named /N /Next /Next [9 0 R 9 0 R] >>',
        },
        '/Annots [8 0 R]',
      ),
    ],
  ])('%s', async (_, builder) => {
    const file = builder.table('/Root 1 0 R').build();
    expect(lostKinds(await verify(file, file, { host }))).toEqual([]);
  });

  test('forms that draw each other very often', async () => {
    // The limit counts bytes of contents, and a comment's are read fastest.
    const content = `%${'-'.repeat(100_000)}\n${'/F0 Do /F0 Do '.repeat(4)}`;
    const file = onePage(new FileBuilder(), '/F0 Do', '/Resources << /XObject << /F0 10 0 R >> >>');
    for (let level = 0; level < 24; level += 1) {
      const inner = `/Resources << /XObject << /F0 ${11 + level} 0 R >> >>`;
      file.stream(10 + level, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${inner}`, content);
    }
    file.stream(34, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', 'q Q');
    const built = file.table('/Root 1 0 R').build();
    const { categories } = await verify(built, built, { host });
    // Not read to its end, so not reported as equal.
    expect(categories.find(({ kind }) => kind === 'text')?.notCompared).toBeGreaterThan(0);
  });

  test('more objects than are allowed are a limit, not a crash', async () => {
    await expect(verify(richFile(), richFile(), { host, limits: { objects: 5 } })).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'objects' },
    });
  });
});
