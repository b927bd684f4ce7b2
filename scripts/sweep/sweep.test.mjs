import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileBuilder, onePage } from '../../shared/testing/documents/files.ts';
import { richFile } from '../../shared/testing/documents/rich-document.ts';
import { ROOT, runProgram } from '../project.mjs';
import { JudgeThread } from './judge-thread.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sweep-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
const sweep = (...args) =>
  runProgram(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'sweep', ...args], { output: 'keep' });

test('says of every document under the folder how it ended, and writes nothing', async () => {
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'rich.pdf'), richFile());
  writeFileSync(join(folder, 'deep/damaged.PDF'), '%PDF-1.7\nnothing');
  writeFileSync(join(folder, 'notes.txt'), 'no PDF');
  const { code, output } = await sweep(folder, '--list', '--quality', '50');
  expect(output).toMatch(/^smaller {5}rich\.pdf$/m);
  expect(output).toMatch(/^refused {5}deep\/damaged\.PDF {2}damaged_pdf: /m);
  expect(output).toMatch(/^all +2 /m);
  expect(code).toBe(0);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    'deep',
    'deep/damaged.PDF',
    'notes.txt',
    'rich.pdf',
  ]);
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
  const judges = new JudgeThread(false, 200);
  expect(await judges.judge(page('3 0 R 3 0 R'), page('3 0 R'), '')).toMatchObject({
    kind: 'wrong',
    why: expect.stringContaining('pdf.js: 2 pages became 1'),
  });
  await judges.end();
});
