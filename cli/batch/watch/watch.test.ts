import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../../../shared/testing/documents/small-pdf.ts';
import { type RealProcess, startPagelight } from '../../testing/real-process.ts';
import { endedText } from './watch.ts';

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
});
let folder: string;
let running: RealProcess[];
beforeEach(async () => {
  running = [];
  folder = await mkdtemp(join(tmpdir(), 'pagelight-watch-'));
  await mkdir(join(folder, 'in'));
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
});

const here = (...names: readonly string[]) => join(folder, ...names);
function start(...args: readonly string[]): RealProcess {
  const started = startPagelight(args, here('.state'), { cwd: folder });
  running.push(started);
  return started;
}
const watching = (...args: readonly string[]) =>
  start('--watch', 'in', '-o', 'out', '--settle', '0.2', '--json', ...args);
const stop = ({ child, ended }: RealProcess) => {
  child.kill('SIGTERM');
  return ended;
};
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('what comes during the first pass is done, and SIGTERM ends a service that did its work with 0', async () => {
  for (let number = 0; number < 12; number += 1) await writeFile(here('in', `${number}.pdf`), pdf);
  await writeFile(here('in', 'bad.pdf'), 'no pdf');
  const watch = watching('--jobs', '1');
  await watch.lines(1);
  await writeFile(here('in', 'new.pdf'), pdf);
  await watch.lines(14);
  const ended = await stop(watch);
  expect(ended).toMatchObject({
    code: 0,
    err: expect.stringContaining('The watch has ended: 13 PDFs done.'),
  });
  expect(readdirSync(here('out'))).toHaveLength(13);
});

test('the last line counts one PDF as one', () => {
  expect([0, 1, 2].map((done) => endedText(done, []))).toEqual([
    'The watch has ended: 0 PDFs done.',
    'The watch has ended: 1 PDF done.',
    'The watch has ended: 2 PDFs done.',
  ]);
});

test('what is half written is tried again when it changes, and an empty file waits', async () => {
  await writeFile(here('in', 'half.pdf'), pdf.subarray(0, 300));
  await writeFile(here('in', 'empty.pdf'), '');
  const watch = watching();
  await watch.lines(1);
  await writeFile(here('in', 'half.pdf'), pdf);
  await watch.lines(2);
  await writeFile(here('in', 'empty.pdf'), pdf);
  await watch.lines(3);
  const { out } = await stop(watch);
  expect(linesOf(out).map(({ file, status }) => [file, status])).toEqual([
    ['in/half.pdf', expect.stringMatching(/refused|failed/)],
    ['in/half.pdf', 'smaller'],
    ['in/empty.pdf', 'smaller'],
  ]);
});

test('files and folders that come and go end nothing, and neither does the watched folder', async () => {
  const watch = watching();
  for (let round = 0; round < 400; round += 1) {
    writeFileSync(here('in', `tmp${round % 9}.pdf`), pdf.subarray(0, 100 + round));
    rmSync(here('in', `tmp${(round + 5) % 9}.pdf`), { force: true });
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (let number = 0; number < 9; number += 1) rmSync(here('in', `tmp${number}.pdf`), { force: true });
  await writeFile(here('in', 'a.pdf'), pdf);
  await expect.poll(() => existsSync(here('out', 'a.pdf'))).toBe(true);
  renameSync(here('in'), here('away'));
  await mkdir(here('in'));
  await writeFile(here('in', 'b.pdf'), pdf);
  await expect.poll(() => existsSync(here('out', 'b.pdf'))).toBe(true);
  expect(await stop(watch)).toMatchObject({ code: 0 });
});

test('in place each is done once, and again when somebody changes it', async () => {
  await writeFile(here('in', 'a.pdf'), pdf);
  const watch = start('--watch', 'in', '--in-place', '--settle', '0.2', '--json');
  await watch.lines(1);
  await writeFile(here('in', 'b.pdf'), pdf);
  await watch.lines(2);
  await writeFile(here('in', 'a.pdf'), pdf);
  await watch.lines(3);
  const { out } = await stop(watch);
  expect(linesOf(out).map(({ file, status }) => `${file} ${status}`)).toEqual([
    'in/a.pdf smaller',
    'in/b.pdf smaller',
    'in/a.pdf smaller',
  ]);
});

test('a folder that is not there, and a file, are told at once', async () => {
  await writeFile(here('a.pdf'), pdf);
  expect(await start('--watch', 'none').ended).toMatchObject({
    code: 1,
    err: 'There is no folder none to watch.\n',
  });
  expect(await start('--watch', 'a.pdf').ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a folder'),
  });
  expect(await start('--watch', 'in', '--settle', 'long').ended).toMatchObject({ code: 2 });
});

test('a second run over a folder waits for the first, and says for whom', async () => {
  for (let number = 0; number < 12; number += 1) await writeFile(here('in', `${number}.pdf`), pdf);
  const first = start('-r', 'in', '--in-place', '--json', '--jobs', '1');
  await first.lines(1);
  const second = start('-r', 'in', '--in-place', '--json', '--jobs', '1');
  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(two.err).toMatch(
    new RegExp(`^Another run \\(process ${first.child.pid}\\) works on .*in: this one waits`),
  );
  expect(linesOf(two.out).map(({ status }) => status)).toEqual(Array(12).fill('skipped'));
});
