import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { startPagelight } from '../testing/real-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-memory-'));
  await mkdir(join(folder, 'in'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const HUGE_BYTES = 280_000_000;

/** A PDF with a stream that is a hole of the file: it takes no room on the disk, and all of it in memory. */
function writeHugePdf(path: string): void {
  const head = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >> endobj
4 0 obj << /Length ${HUGE_BYTES} >>
stream
`;
  const file = openSync(path, 'w');
  writeSync(file, head);
  writeSync(file, '\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n', head.length + HUGE_BYTES);
  closeSync(file);
}

test('a PDF that takes too much memory is refused by name, and the others are done', async () => {
  const pdf = await smallPdf();
  for (const name of ['a', 'c', 'd']) await writeFile(join(folder, 'in', `${name}.pdf`), pdf);
  writeHugePdf(join(folder, 'in', 'b.pdf'));
  const pagelight = (...args: readonly string[]) =>
    startPagelight([...args, '--memory', '330MB', '--json'], join(folder, '.state'), { cwd: folder }).ended;

  const { code, out, err } = await pagelight('-r', 'in', '-o', 'out', '--jobs', '2');
  const lines = out.trim().split('\n');
  const results = lines.map((line) => JSON.parse(line)).sort((a, b) => (a.file < b.file ? -1 : 1));
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(results.map(({ file, status, problem }) => [file, status, problem])).toEqual([
    ['in/a.pdf', 'smaller', undefined],
    ['in/b.pdf', 'failed', { code: 'out_of_memory', detail: expect.stringContaining('--memory') }],
    ['in/c.pdf', 'smaller', undefined],
    ['in/d.pdf', 'smaller', undefined],
  ]);

  const piped = await pagelight('in/b.pdf', '-o', '-');
  expect(piped).toMatchObject({ code: 1, out: '', err: expect.stringContaining('out_of_memory') });
});
