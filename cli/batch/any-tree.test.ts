import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { built } from '../../library/testing/built.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { pagelightIn } from '../testing/in-folder.ts';
import { startPagelight } from '../testing/real-process.ts';

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
});
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-tree-'));
  await mkdir(join(folder, 'in'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = (...names: readonly string[]) => join(folder, ...names);
const start = (args: readonly string[], options = {}) => startPagelight(args, here('.state'), options);
const pagelight = (args: readonly string[], options = {}) => start(args, options).ended;
/** In this process. */
const pagelightHere = (args: readonly string[]) =>
  pagelightIn({ folder, stateFolder: here('.state'), input: pdf }, args);
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
/** No stack and no source line: neither helps a user. */
const expectNoInsides = (text: string) => {
  expect(text).not.toMatch(/^\s+at |node:internal|Node\.js v\d/m);
  expect(text.split('\n').filter((line) => line.length > 1000)).toEqual([]);
};

const LATIN_1 = Buffer.from('/\xe9t\xe9 \xff.pdf', 'latin1');

describe('any tree', () => {
  test.runIf(process.platform === 'linux')('a name that is not UTF-8 is a name', async () => {
    const odd = Buffer.concat([Buffer.from(here('in')), LATIN_1]);
    await writeFile(odd, pdf);
    await writeFile(here('in', 'plain.pdf'), pdf);
    const beside = await pagelightHere(['-r', here('in'), '-o', here('out'), '--json']);
    expect(beside).toMatchObject({ code: 0, err: '' });
    const names = readdirSync(Buffer.from(here('out')), { encoding: 'buffer' }).map(String);
    expect(names.sort()).toEqual(['plain.pdf', String(LATIN_1.subarray(1))].sort());
    const again = await pagelightHere(['-r', here('in'), '-o', here('out'), '--json']);
    expect(linesOf(again.out).map(({ status }) => status)).toEqual(['skipped', 'skipped']);

    expect(await pagelightHere(['-r', here('in'), '--in-place', '--backup', here('kept')])).toMatchObject({
      code: 0,
    });
    expect((await stat(odd)).size).toBeLessThan(pdf.length);
    const kept = await readFile(Buffer.concat([Buffer.from(here('kept')), LATIN_1]));
    expect(kept.equals(pdf)).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'a name that is not UTF-8 can be given as an argument',
    async () => {
      const bytes = (...names: readonly string[]) => Buffer.from(here('in', ...names), 'latin1');
      for (const name of ['s\xe9.pdf', 's\xe8.pdf', 'caf\xe9.pdf']) await writeFile(bytes(name), pdf);
      const shell = (script: string) =>
        spawnSync('sh', ['-c', script, 'sh', process.execPath, built('package/pagelight')], {
          cwd: here('in'),
          env: { PATH: process.env.PATH, PAGELIGHT_STATE_DIR: here('.state') },
          encoding: 'utf8',
        });
      const named = "$(printf 's\\351')";
      const all = shell(`"$1" "$2" *.pdf -o ../out && "$1" "$2" inspect "${named}.pdf" &&
      "$1" "$2" compress "${named}.pdf" "${named}-one.pdf" && "$1" "$2" verify "${named}.pdf" "${named}-one.pdf" --no-scores`);
      expect(all).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(Buffer.from(here('out')), { encoding: 'latin1' }).sort()).toEqual(
        ['caf\xe9.pdf', 's\xe8.pdf', 's\xe9.pdf'].sort(),
      );
      expect((await stat(bytes('s\xe9-one.pdf'))).size).toBeLessThan(pdf.length);

      // Wrappers that decode arguments, as npx does, pass on what is left of the name.
      const lost = shell('"$1" "$2" caf\ufffd.pdf');
      expect(lost).toMatchObject({ status: 0, stderr: '' });
      expect((await stat(bytes('caf\xe9-light.pdf'))).size).toBeLessThan(pdf.length);
      const several = shell('"$1" "$2" s\ufffd.pdf');
      expect(several.status).toBe(1);
      expect(several.stderr).toContain(
        '2 names look like s\ufffd.pdf, since they are not UTF-8: name their folder',
      );
    },
  );

  test('loops, pipes and locked folders keep nothing from being done', async () => {
    await mkdir(here('in', 'locked'), { mode: 0o000 });
    await symlink(here('in'), here('in', 'loop'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [here('in', 'pipe.pdf')]);
    await symlink(here('in', 'nowhere'), here('in', 'broken.pdf'));
    await writeFile(here('in', 'a.pdf'), pdf);
    const { code, out } = await pagelightHere(['-r', here('in'), '-o', here('out'), '--json']);
    // Root may read every folder.
    expect(code).toBe(process.getuid?.() === 0 ? 0 : 1);
    expect(linesOf(out).map(({ file, status }) => [file, status])).toEqual([
      [here('in', 'a.pdf'), 'smaller'],
    ]);
  });

  test('a PDF that was refused is not tried again until it changes, and is still told', async () => {
    await writeFile(here('in', 'no.pdf'), 'no PDF at all');
    await writeFile(here('in', 'a.pdf'), pdf);
    const args = ['-r', here('in'), '--in-place', '--json'];
    expect((await pagelightHere(args)).code).toBe(3);
    const [ledger] = readdirSync(here('.state'));
    const before = await readFile(here('.state', ledger!), 'utf8');
    expect(before).toContain('no.pdf');
    const { code, out } = await pagelightHere(args);
    expect(code).toBe(3);
    expect(linesOf(out)).toContainEqual(
      expect.objectContaining({ file: here('in', 'no.pdf'), status: 'refused', problem: expect.anything() }),
    );
    expect(await readFile(here('.state', ledger!), 'utf8')).toBe(before);
    await writeFile(here('in', 'no.pdf'), pdf);
    expect((await pagelightHere(args)).code).toBe(0);
  });

  test('a folder that cannot be remembered in is said once', async () => {
    await writeFile(here('.state'), 'a file is in the way');
    await writeFile(here('in', 'a.pdf'), pdf);
    await writeFile(here('in', 'b.pdf'), pdf);
    const { code, err } = await pagelightHere(['-r', here('in'), '-o', here('out')]);
    expect(code).toBe(0);
    expect(err.match(/cannot be remembered/g)).toHaveLength(1);
  });
});

describe('standard output that takes no more', () => {
  test('a reader that has gone ends the run quietly', async () => {
    for (let number = 0; number < 8; number++) await writeFile(here('in', `${number}.pdf`), pdf);
    const running = start(['-r', here('in'), '-o', here('out'), '--json', '--jobs', '1']);
    await running.lines(1);
    running.child.stdout!.destroy();
    const { code, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 141, err: '' });
  });

  test.runIf(process.platform === 'linux').each([
    ['a run', ['-r', 'in', '--json', '-o', 'out']],
    ['inspect', ['inspect', 'in/0.pdf', '--json']],
    ['a PDF', ['in/0.pdf', '-o', '-']],
    ['--help', ['--help']],
  ])('a full disk is said in one sentence: %s', async (_, args) => {
    await writeFile(here('in', '0.pdf'), pdf);
    const full = openSync('/dev/full', 'w');
    try {
      const { code, err } = await pagelight(args, { cwd: folder, stdio: ['ignore', full, 'pipe'] });
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('the disk is full') });
      expectNoInsides(err);
      expect(err.trim().split('\n')).toHaveLength(1);
    } finally {
      closeSync(full);
    }
  });
});

describe.runIf(process.platform !== 'win32')('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s says what is done and what is left, and is exit code %d', async (signal, expected) => {
    for (let number = 0; number < 40; number++) await writeFile(here('in', `${number}.pdf`), pdf);
    const running = start(['-r', here('in'), '-o', here('out'), '--json', '--jobs', '1']);
    await running.lines(2);
    running.child.kill(signal);
    const { code, err, out } = await running.ended;
    const done = linesOf(out).length;
    expect(code).toBe(expected);
    expect(err).toContain(`${done} of 40 `);
    expectNoInsides(err);
  });

  test('is heard while standard input is read, and nothing comes', async () => {
    const running = start(['-'], { stdio: ['pipe', 'pipe', 'pipe'] });
    // More than a pipe holds: once it is written, standard input is being read.
    await new Promise((resolve) => running.child.stdin!.write(new Uint8Array(1 << 20), resolve));
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    running.child.stdin!.destroy();
    expect(code).toBe(130);
  });
});
