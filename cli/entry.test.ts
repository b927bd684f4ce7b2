import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { built } from '../library/testing/built.ts';
import { smallPdf } from '../shared/testing/documents/small-pdf.ts';
import { startPagelight } from './testing/real-process.ts';

let folder: string;
let inPath: string;
let pdf: Uint8Array;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-entry-'));
  inPath = join(folder, 'in.pdf');
  pdf = await smallPdf();
  await writeFile(inPath, pdf);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the built command. */
const pagelight = (...args: readonly string[]) => run(built('package/pagelight'), args);

async function run(program: string, args: readonly string[], nodeArgs: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    env: { PATH: process.env.PATH, PAGELIGHT_STATE_DIR: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...text };
}

test('a PDF alone is made smaller in a thread of its own', async () => {
  const done = await pagelight(inPath, '--json');
  expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
  const output = join(folder, 'in-light.pdf');
  expect(JSON.parse(done.out)).toMatchObject({ file: inPath, status: 'smaller', output });
  expect((await readFile(output)).length).toBe(JSON.parse(done.out).outputSize);
});

/** No file may grow, as on a full disk. */
const NO_FILES = `trap '' XFSZ; ulimit -f 0; exec "$@"`;

test('a disk that takes no files is named, and keeps no lock for which the next run would wait', async () => {
  // Windows has no limit of file sizes.
  if (process.platform === 'win32') return;
  const command = [process.execPath, built('package/pagelight'), inPath, '--in-place'];
  const child = spawn('sh', ['-c', NO_FILES, 'sh', ...command], {
    env: { PATH: process.env.PATH, PAGELIGHT_STATE_DIR: join(folder, 'state') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, err]).toEqual([1, `${inPath}: cannot_write: files may not be that large here\n`]);
  expect(new Uint8Array(await readFile(inPath))).toEqual(pdf);
  expect(await readdir(join(folder, 'state', 'locks'))).toEqual([]);
});

test('compress reads, writes and exits as it says', async () => {
  const outPath = join(folder, 'out.pdf');
  const receiptPath = join(folder, 'receipt.json');
  const done = await pagelight('compress', inPath, outPath, '--json', '--receipt', receiptPath);
  expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
  const { length } = await readFile(outPath);
  expect(JSON.parse(done.out).outputSize).toBe(length);
  expect(JSON.parse(await readFile(receiptPath, 'utf8'))).toMatchObject({ output: { size: length } });

  expect(await pagelight('compress', inPath, outPath, '--quality=0')).toMatchObject({ code: 2, out: '' });
  const noPdf = await pagelight('compress', import.meta.filename, join(folder, 'none.pdf'));
  expect(noPdf).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/^not_a_pdf: /) });
});

test('inspect prints what it found and exits as it says', async () => {
  const done = await pagelight('inspect', inPath, '--json');
  expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(done.out)).toMatchObject({ fileSize: pdf.length, document: { pages: 2 } });
  expect(await pagelight('inspect')).toMatchObject({ code: 2, out: '' });
});

test('a PDF that takes too much of a processor is refused, and the others are done', async () => {
  // Takes several seconds of CPU anywhere.
  const scan = join(folder, 'scan.pdf');
  await cp(join(import.meta.dirname, '../shared/fixtures/real/see-through-images.pdf'), scan);
  const out = join(folder, 'out');
  const args = [inPath, scan, '-o', out, '--json', '--jobs', '1', '--mrc', 'auto', '--timeout', '1'];
  const done = await pagelight(...args);
  expect(done.code).toBe(1);
  const results = done.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results.map(({ file, status, problem }) => [file, status, problem?.code])).toEqual([
    [inPath, 'smaller', undefined],
    [scan, 'failed', 'time_limit'],
  ]);
});

test('--files-from - takes a list from standard input, with -0 of any names', async () => {
  for (const name of ['a.pdf', 'two\nlines.pdf']) await writeFile(join(folder, name), pdf);
  const running = startPagelight(['--files-from', '-', '-0', '-o', 'out', '--json'], join(folder, 'state'), {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.child.stdin!.end('two\nlines.pdf\0a.pdf\0a.pdf\0');
  const { code, out } = await running.ended;
  const files = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).file);
  expect([code, files.sort()]).toEqual([0, ['a.pdf', 'two\nlines.pdf']]);
});

test('help, version, man and completions are commands, and -h and -V are flags', async () => {
  const version = await pagelight('--version');
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const name of ['version', '-V']) expect(await pagelight(name)).toEqual(version);
  expect(await pagelight('help')).toEqual(await pagelight('--help'));
  expect(await pagelight('help', 'verify')).toEqual(await pagelight('verify', '--help'));
  expect((await pagelight('man')).out).toContain('.SH SYNOPSIS');
  expect((await pagelight('completion', 'fish')).out).toContain('complete -c pagelight');
  expect(await pagelight('completion', 'cmd.exe')).toMatchObject({ code: 2, out: '' });
});

test('the server is told to be absent where it is', async () => {
  const installed = join(folder, 'installed');
  await cp(dirname(built('package/pagelight')), installed, { recursive: true });
  expect(await run(join(installed, 'pagelight.js'), ['keys', 'list'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('The server is no part of this package'),
  });
  const absent = await run(join(installed, 'pagelight.js'), ['keys', '--help']);
  expect(absent).toMatchObject({ code: 0, out: expect.stringContaining('from the container') });
  const help = await run(built('package/pagelight'), ['keys', '--help']);
  expect(help.out).toContain('node dist/package/pagelight.js keys create --name NAME');
  expect(`${absent.out}${help.out}`).not.toContain('npm run');
});

test('a fault of ours is one sentence with its place and a code of its own, and no source', async () => {
  const faulty = join(folder, 'faulty.js');
  const fault = `throw new RangeError('too many\\nlines')`;
  // A long line of source, as in a minified program.
  await writeFile(faulty, `/*${'x'.repeat(50_000)}*/ process.stdout.write = () => { ${fault}; };`);
  const { code, out, err } = await run(built('package/pagelight'), ['version'], ['--require', faulty]);
  expect({ code, out }).toEqual({ code: 70, out: '' });
  expect(err).toMatch(
    /^This is a fault of pagelight \S+ and not yours \(RangeError: too many, at faulty\.js:1:\d+\): .*\n$/,
  );
  expect(err.length).toBeLessThan(500);
});
