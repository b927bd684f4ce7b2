import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { FileBuilder, onePage } from '../../shared/testing/documents/files.ts';
import { richFile } from '../../shared/testing/documents/rich-document.ts';
import { ROOT, runProgram } from '../project.mjs';
import { readArgs } from './args.mjs';
import { sampleOf } from './files.mjs';
import { JudgeThread } from './judge-thread.mjs';

let folder = '';
let outside = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sweep-'));
  outside = mkdtempSync(join(tmpdir(), 'sweep-json-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(outside, { recursive: true });
});

/** @param {string[]} args */
const sweep = (...args) =>
  runProgram(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'sweep', ...args], { output: 'keep' });

test('says of every document under the folder how it ended, and writes nothing', async () => {
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'rich.pdf'), richFile());
  writeFileSync(join(folder, 'deep/damaged.PDF'), '%PDF-1.7\nnothing');
  writeFileSync(join(folder, 'notes.txt'), 'no PDF');
  const json = join(outside, 'sweep.jsonl');
  const { code, output } = await sweep(folder, '--list', '--quality', '50', '--json', json);
  expect(output).toMatch(/^smaller {5}rich\.pdf$/m);
  expect(output).toMatch(/^refused {5}deep\/damaged\.PDF {2}damaged_pdf: /m);
  expect(output).toMatch(/^all +2 /m);
  expect(code).toBe(0);
  const lines = readFileSync(json, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'rich.pdf', kind: 'smaller', inputBytes: richFile().length }),
      expect.objectContaining({ name: 'deep/damaged.PDF', kind: 'refused', elapsedMs: expect.any(Number) }),
    ]),
  );
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    'deep',
    'deep/damaged.PDF',
    'notes.txt',
    'rich.pdf',
  ]);
});

test('one that is ended says what it has, and the core alone is asked where it is to be', async () => {
  for (let copy = 0; copy < 40; copy += 1) writeFileSync(join(folder, `${copy}.pdf`), richFile());
  const args = [join(ROOT, 'scripts/run.mjs'), 'sweep', folder, '--list', '--engine-only'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (!child.killed && /^smaller/m.test(output)) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(143);
  expect(output).toMatch(/^all +\d+ /m);
  expect(output).toMatch(/Ended early: \d+ of 40 documents were not done\./);
});

test('a sample is the same for the same seed, and another one for another', () => {
  const files = Array.from({ length: 100 }, (_, at) => `${at}.pdf`);
  const sample = sampleOf(files, 10, 1);
  expect(sample).toHaveLength(10);
  expect(sampleOf(files, 10, 1)).toEqual(sample);
  expect(sampleOf(files, 10, 2)).not.toEqual(sample);
  expect(sampleOf([...files, 'more.pdf'], 11, 1)).toEqual(expect.arrayContaining([...sample]));
  expect(sampleOf(files, 200, 1)).toEqual(files);
});

test('wrong usage is said whole, before anything is read', async () => {
  const { code, output } = await sweep('--quality', '0', '--nonsense');
  expect(code).toBe(2);
  expect(output).toContain('The folder is missing.');
  expect(output).toContain('--quality must be');
  expect(output).toContain('--nonsense is not an option here.');
});

test('the judges say in which file they find what wrong', async () => {
  const page = (/** @type {string} */ kids) =>
    onePage(new FileBuilder())
      .object(2, `<< /Type /Pages /Kids [${kids}] /Count 2 >>`)
      .table('/Root 1 0 R')
      .build();
  const judges = new JudgeThread({ qpdf: false, mutool: false }, 200);
  expect(await judges.judge(page('3 0 R 3 0 R'), page('3 0 R'), '')).toMatchObject({
    kind: 'wrong',
    why: expect.stringContaining('pdf.js: 2 pages became 1'),
  });
  await judges.end();
});

test('a preset and both directions of its switches are read', () => {
  expect(
    readArgs(['in', '--preset', 'lossless', '--no-round-coordinates', '--linearize'], '/'),
  ).toMatchObject({
    options: { ...PRESETS.lossless, roundCoordinates: false, linearize: true },
  });
  expect(
    readArgs(['in', '--preset', 'balanced', '--no-round-coordinates', '--quality', '40'], '/'),
  ).toMatchObject({
    options: { ...PRESETS.balanced, roundCoordinates: false, quality: 40 },
  });
  expect(readArgs(['in', '--preset', 'ebook'], '/')).toMatchObject({
    faults: [expect.stringContaining('Did you mean balanced?')],
  });
});
