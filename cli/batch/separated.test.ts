import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../../library/testing/built.ts';
import { deflate } from '../../shared/codecs/flate/deflate.ts';
import { FileBuilder } from '../../shared/testing/documents/files.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { scannedPrint } from '../../shared/testing/pictures/scanned-print.ts';

const [WIDTH, HEIGHT] = [4, 3];

/** A page of print as a scanner produces it. */
function scannedFile(ink: readonly [number, number, number]): Uint8Array {
  const lines = Array.from({ length: 12 }, (_, line) => ({
    top: 0.3 + line * 0.2,
    letters: 32,
    inks: [ink],
  }));
  const scan = scannedPrint({ width: WIDTH, height: HEIGHT, dpi: 300, grain: 24, lines });
  const box = `${WIDTH * 72} ${HEIGHT * 72}`;
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    )
    .stream(4, '', `q ${WIDTH * 72} 0 0 ${HEIGHT * 72} 0 0 cm /Im Do Q`)
    .stream(
      5,
      `/Type /XObject /Subtype /Image /Width ${scan.width} /Height ${scan.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      deflate(scan.samples, 1),
    )
    .table('/Root 1 0 R')
    .build();
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-separated-'));
  await writeFile(join(folder, 'black.pdf'), scannedFile([30, 30, 34]));
  await writeFile(join(folder, 'blue.pdf'), scannedFile([30, 40, 150]));
  await writeFile(join(folder, 'text.pdf'), await smallPdf());
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command with its threads on the whole folder; returns warnings by file. */
async function pagelight(out: string, ...options: readonly string[]) {
  const command = built('package/pagelight');
  const args = [command, folder, '-o', join(folder, out), '--quality', '50', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], {
    env: { ...process.env, PAGELIGHT_STATE_DIR: join(folder, '.state') },
  });
  const lines = stdout.trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as { file: string; warnings: readonly string[] });
  return Object.fromEntries(results.map(({ file, warnings }) => [file.split('/').at(-1), warnings]));
}

test('--mrc auto separates the scans among many files, and a run without it does them again', async () => {
  expect(await pagelight('apart', '--mrc', 'auto')).toEqual({
    'black.pdf': ['mrc-applied'],
    'blue.pdf': ['mrc-applied'],
    'text.pdf': [],
  });
  expect(await pagelight('plain')).toEqual({ 'black.pdf': [], 'blue.pdf': [], 'text.pdf': [] });
  const size = async (...place: readonly string[]) => (await stat(join(folder, ...place))).size;
  for (const name of ['black.pdf', 'blue.pdf'])
    expect(await size('apart', name)).toBeLessThan((await size('plain', name)) * 0.7);
});
