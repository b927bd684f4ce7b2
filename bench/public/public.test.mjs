import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pngOf } from '../../cli/drawing/png.ts';
import { ROOT } from '../../scripts/project.mjs';
import { compete, contestantsOf, whoIsHere } from './contestants.mjs';
import { fetchDocuments, findDocuments, manifest } from './documents.mjs';
import { grade as gradeOf } from './grade/grade.mjs';
import { csvOf } from './report/csv.mjs';
import { writeReport } from './report/report.mjs';

const INVOICE = join(ROOT, 'shared/fixtures/real/invoice-pdfa3.pdf');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-public-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the manifest says of each document where it is from, under which licence, and which bytes it is', () => {
  const entries = manifest();
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const { source, licence, sha256, bytes } of entries) {
    expect(new URL(source).protocol).toBe('https:');
    expect(licence).toMatch(/Apache-2\.0|MIT|CC0|CC-BY|public domain/);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bytes).toBeGreaterThan(0);
  }
});

test('a document is found under any name, and nothing else for it', () => {
  const entries = manifest();
  const wanted = entries.find(({ name }) => name === 'zugferd-pdfa3.pdf');
  expect(findDocuments(folder, entries)).toEqual([]);
  copyFileSync(INVOICE, join(folder, 'renamed.bin'));
  writeFileSync(join(folder, 'zugferd-pdfa3.pdf'), 'another');
  expect(findDocuments(folder, entries)).toEqual([{ entry: wanted, path: join(folder, 'renamed.bin') }]);
});

test('what is fetched is kept only where it is the document that is meant', async () => {
  const bytes = readFileSync(INVOICE);
  const served = createServer((request, answer) =>
    answer.end(request.url === '/good' ? bytes : 'something else'),
  );
  await new Promise((resolve) => served.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (served.address());
  const entry = manifest().find(({ name }) => name === 'zugferd-pdfa3.pdf');
  if (entry === undefined) throw new Error('the invoice is not in the manifest');
  const from = (/** @type {string} */ path) => ({ ...entry, source: `http://127.0.0.1:${port}${path}` });
  /** @type {string[]} */
  const lines = [];
  await fetchDocuments(folder, [from('/changed')], (line) => lines.push(line));
  expect([lines.join(), readdirSync(folder)]).toEqual([expect.stringContaining('another file by now'), []]);
  await fetchDocuments(folder, [from('/good')], (line) => lines.push(line));
  expect(readdirSync(folder)).toEqual([entry.name]);
  served.close();
});

test('any command can take part; one that is not installed, or fails, is named', async () => {
  const list = join(folder, 'contestants.json');
  const copier = { name: 'copier', program: 'cp', version: ['--version'], args: ['{in}', '{out}'] };
  const absent = { ...copier, name: 'absent', program: 'no-such-program-anywhere' };
  writeFileSync(list, JSON.stringify([copier, absent]));
  const contestants = contestantsOf(list);
  const known = await whoIsHere(contestants);
  expect(known.map(({ contestant, version }) => [contestant.name, version !== null])).toEqual([
    ['copier', true],
    ['absent', false],
  ]);
  const output = join(folder, 'out.pdf');
  expect(await compete(copier, INVOICE, output)).toMatchObject({ failure: null });
  expect(readFileSync(output).equals(readFileSync(INVOICE))).toBe(true);
  const failing = { ...copier, args: ['/nowhere/{in}', '{out}'] };
  expect((await compete(failing, INVOICE, join(folder, 'none.pdf'))).failure).toMatch(/nowhere/);
  writeFileSync(list, '[{ "name": "no files" }]');
  expect(() => contestantsOf(list)).toThrow(/must be a list/);
});

test('the report shows every loss, ours too, and pictures of the worst places', async () => {
  const entry = manifest()[0];
  const before = readFileSync(INVOICE);
  const after = readFileSync(join(ROOT, 'shared/fixtures/real/see-through-images.pdf'));
  const grade = await gradeOf(before, after);
  const contestants = ['pagelight balanced', 'other'].map((name) => ({ name, program: 'x', args: [] }));
  const outcomes = contestants.map(({ name: contestant }) => ({
    contestant,
    entry: { ...entry, name: 'a, "b".pdf' },
    bytesOut: entry.bytes + 1,
    ms: 1000,
    failure: null,
    grade,
  }));
  const known = contestants.map((contestant) => ({ contestant, version: '1.0' }));
  writeReport(folder, { known, outcomes, missing: 0 });
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const words of ['pagelight balanced, a, &#34;b&#34;.pdf: larger', '1 of 1 attachments', 'other'])
    expect(page).toContain(words);
  for (const [, file] of page.matchAll(/src="([^"]+)"/g)) expect(existsSync(join(folder, file))).toBe(true);
  expect([...page.matchAll(/<img/g)].length).toBeGreaterThan(0);
  expect(csvOf(outcomes).split('\n')[1]).toMatch(/^"a, ""b"".pdf",/);
  expect(readFileSync(join(folder, 'table.md'), 'utf8')).toContain('| pagelight balanced | 1 |');
});

test('a picture is a PNG of its pixels', () => {
  const png = Buffer.from(pngOf({ width: 1, height: 2, samples: new Uint8Array([1, 2, 3, 4, 5, 6]) }));
  const start = png.indexOf('IDAT') + 4;
  expect([...inflateSync(png.subarray(start))]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
  expect(png.subarray(-8).toString('hex')).toBe('49454e44ae426082');
});
