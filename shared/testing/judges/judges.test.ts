import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { FileBuilder, onePage } from '../documents/files.ts';
import { richFile } from '../documents/rich-document.ts';
import { createTestHost } from '../host.ts';
import { keepingOutputs } from './collect.ts';
import { findings, type Judge } from './judge.ts';
import { MUTOOL } from './mutool.ts';
import { keptNames, keptOutput } from './outputs.ts';
import { PDFIUM } from './pdfium.ts';
import { PDFJS, PdfjsReader } from './pdfjs.ts';
import { withoutNumbers } from './qpdf.ts';
import { readerJudge } from './reader.ts';

const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
const page = (text: string, kids = '3 0 R') =>
  onePage(new FileBuilder(), `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`, FONT)
    .object(2, `<< /Type /Pages /Kids [${kids}] /Count ${kids.split('R').length - 1} >>`)
    .table('/Root 1 0 R')
    .build();

describe.each<[string, Judge]>([
  ['PDFium', PDFIUM],
  ['pdf.js', PDFJS],
])('%s', (_, judge) => {
  const says = (input: Uint8Array, output: Uint8Array) => judge.disagreement(input, output, '');

  test('agrees where pages and text are the same', async () => {
    expect(await says(page('Hello'), page('Hello'))).toBeNull();
  });

  test('sees a letter that became another', async () => {
    expect(await says(page('Hello'), page('Hallo'))).toBe(
      'the text of page 1 differs: "ello" became "allo" after 1 characters',
    );
  });

  test('sees a page that is gone', async () => {
    expect(await says(page('Hello', '3 0 R 3 0 R'), page('Hello'))).toBe('2 pages became 1');
  });

  test('sees what cannot be opened any more', async () => {
    expect(await says(page('Hello'), new Uint8Array(100))).toContain('cannot open the output');
  });

  test('has nothing to say where the input cannot be opened either', async () => {
    expect(await says(new Uint8Array(100), new Uint8Array(100))).toBeNull();
  });
});

test('pdf.js is not waited for where it never ends, and reads the next file', async () => {
  const reader = new PdfjsReader(2000);
  await expect(reader.see(withEndlessFont(), '')).rejects.toThrow('no end within 2000 ms of CPU');
  expect(await reader.see(page('Hello'), '')).toEqual({ pages: 1, texts: ['Hello'] });
});

/** A Compact Font Format program found by fuzzing, on which pdf.js 5 never ends. */
function withEndlessFont(): Uint8Array {
  const font = Buffer.from(
    '010004040001010106536d616c6c0001010108a90f8dad12b71000000000010001018d1300010101049f07070e8b200a0e',
    'hex',
  );
  const resources = '/Resources << /Font << /F1 5 0 R >> >>';
  return onePage(new FileBuilder(), 'BT /F1 24 Tf 20 100 Td (!") Tj ET', resources)
    .object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Small /FontDescriptor 6 0 R >>')
    .object(6, '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontFile3 7 0 R >>')
    .stream(7, '/Subtype /Type1C', font)
    .table('/Root 1 0 R')
    .build();
}

describe('mutool', () => {
  const drawing = (content: string) => onePage(new FileBuilder(), content).table('/Root 1 0 R').build();
  const [square, smaller, blank] = ['20 20 100 100 re f', '20 20 98 98 re f', 'n'].map(drawing);
  const isInstalled = spawnSync('mutool', ['-v']).error === undefined;

  test('sees a page that became blank, and no small difference', async () => {
    const says = isInstalled ? 'page 1 looks different: 24.7 % ink became 0.0 %' : null;
    expect(await MUTOOL.disagreement(square!, blank!, '')).toBe(says);
    expect(await MUTOOL.disagreement(square!, smaller!, '')).toBeNull();
  });

  test('sees a page that cannot be drawn any more, unless the input cannot be drawn either', async () => {
    const nothing = new Uint8Array(100);
    const says = isInstalled ? '1 drawn pages became 0' : null;
    expect(await MUTOOL.disagreement(square!, nothing, '')).toBe(says);
    expect(await MUTOOL.disagreement(nothing, square!, '')).toBeNull();
  });
});

test('a complaint of qpdf is the same one where the object is in an object stream now', () => {
  const complaint = '/Type key should be /Page';
  expect(withoutNumbers(`(object 5 0, offset 33): ${complaint}`)).toBe(complaint);
  expect(withoutNumbers(`object stream 12 (object 7 0, offset 4): ${complaint}`)).toBe(complaint);
  expect(withoutNumbers('stream 3 is broken')).toBe('stream # is broken');
});

test('a page that cannot be read counts only where it could be before', async () => {
  const judge = readerJudge('reader', async (file) => ({
    pages: 1,
    texts: [file.length === 0 ? null : 'x'],
  }));
  const [dark, read] = [new Uint8Array(0), new Uint8Array(1)];
  expect(await judge.disagreement(dark, read, '')).toBeNull();
  expect(await judge.disagreement(read, dark, '')).toBe('page 1 cannot be read any more');
});

test('every judge that finds something is named', async () => {
  const judge = (name: string, says: string | null): Judge => ({ name, disagreement: async () => says });
  const file = new Uint8Array(0);
  expect(await findings([judge('a', 'no'), judge('b', null), judge('c', 'never')], file, file)).toEqual([
    { judge: 'a', says: 'no' },
    { judge: 'c', says: 'never' },
  ]);
});

describe('what the tests compress', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outputs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is kept once for each pair of files, with who made it and its password', async () => {
    const keeping = keepingOutputs(folder, compress);
    const run = { host: createTestHost(), password: 'p' };
    const input = richFile();
    const { bytes } = await keeping(input, DEFAULT_OPTIONS, run);
    await keeping(input, DEFAULT_OPTIONS, run);
    const [name, ...others] = keptNames(folder);
    expect(others).toEqual([]);
    const madeBy = expect.stringContaining('kept once for each pair');
    expect(keptOutput(folder, name!)).toEqual({ madeBy, password: 'p', input, output: bytes });
  });

  test('is not kept where the input came back', async () => {
    const keeping = keepingOutputs(folder, compress);
    const { bytes } = await compress(richFile(), DEFAULT_OPTIONS, { host: createTestHost() });
    await keeping(bytes, DEFAULT_OPTIONS, { host: createTestHost() });
    expect(keptNames(folder)).toEqual([]);
  });
});
