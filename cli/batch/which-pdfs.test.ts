import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { pagelightIn } from '../testing/in-folder.ts';

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
});
let folder: string;
const here = (...names: readonly string[]) => join(folder, ...names);
const NAMES = ['a.pdf', '2023/a.pdf', '2023/05/b.pdf', '2024/c.pdf', 'drafts/d.pdf', 'two\nlines.pdf'];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-which-'));
  for (const name of NAMES) {
    await mkdir(dirname(here('in', name)), { recursive: true });
    await writeFile(here('in', name), pdf);
  }
});
afterEach(() => rm(folder, { recursive: true }));

const pagelight = (args: readonly string[]) =>
  pagelightIn({ folder, stateFolder: here('.state'), input: pdf }, args);
const filesOf = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => relative('in', JSON.parse(line).file))
    .sort();

/** A dry run takes all files that a run would take, and writes nothing. */
const taken = async (...args: readonly string[]) => {
  const { out, err } = await pagelight(['in', '-r', '--dry-run', '--json', ...args]);
  expect(err).toBe('');
  return filesOf(out);
};

test('--include and --exclude choose by name and by place', async () => {
  expect(await taken('--exclude', 'drafts', '--exclude', '2024/*.pdf')).toEqual(
    ['2023/05/b.pdf', '2023/a.pdf', 'a.pdf', 'two\nlines.pdf'].sort(),
  );
  expect(await taken('--include', '2023/**', '--exclude', 'b.pdf')).toEqual(['2023/a.pdf']);
});

test('--shard: every PDF is in one share, and always in the same', async () => {
  const shares = [
    await taken('--shard', '1/3'),
    await taken('--shard', '2/3'),
    await taken('--shard', '3/3'),
  ];
  expect(shares.flat().sort()).toEqual([...NAMES].sort());
  expect(await taken('--shard=2/3', '--exclude', 'nothing')).toEqual(shares[1]);
});

test('--files-from takes a list as it comes, and results keep their folders', async () => {
  await writeFile(here('list'), 'in/2023/a.pdf\r\n\nin/2024/c.pdf\nin/none.pdf');
  const fromFile = await pagelight(['--files-from', 'list', '-o', 'out', '--json']);
  expect(filesOf(fromFile.out)).toEqual(['2023/a.pdf', '2024/c.pdf']);
  expect(fromFile).toMatchObject({ code: 1, err: expect.stringContaining('in/none.pdf') });
  expect((await stat(here('out', 'in', '2023', 'a.pdf'))).size).toBeLessThan(pdf.length);
  expect(await pagelight(['--files-from', 'nowhere'])).toMatchObject({
    code: 1,
    err: 'Cannot read nowhere: there is no such file or folder.\n',
  });
});

test('a pattern that no shell expanded is expanded', async () => {
  const { code, out } = await pagelight(['in/2023/**/*.pdf', '--dry-run', '--json']);
  expect([code, filesOf(out)]).toEqual([0, ['2023/05/b.pdf', '2023/a.pdf']]);
  expect((await pagelight(['in/*.doc'])).err).toBe(
    'Cannot read in/*.doc: there is no such file or folder.\n',
  );
});

test.runIf(process.platform === 'linux')('a PDF that cannot be read is named once', async () => {
  // Root may read any file, but no user the first page of a process.
  await symlink('/proc/self/mem', here('broken.pdf'));
  const { code, err } = await pagelight(['broken.pdf']);
  expect(code).toBe(1);
  expect(err).toMatch(/^broken\.pdf: cannot_read: \S/);
  expect(err.split('broken.pdf')).toHaveLength(2);
});

test('two folders of one last name keep apart', async () => {
  await mkdir(here('x', 'in'), { recursive: true });
  await writeFile(here('x', 'in', 'a.pdf'), pdf);
  expect(await pagelight(['in', 'x/in', '-o', 'out'])).toMatchObject({ code: 0, err: '' });
  const [name] = folder.split(/[\\/]/).slice(-1);
  for (const place of [join(name!, 'in', 'a.pdf'), join('x', 'in', 'a.pdf')])
    expect((await stat(here('out', place))).size).toBeLessThan(pdf.length);
});

test('--suffix names results, and they are no input of the next run', async () => {
  expect((await pagelight(['in/2024', '--suffix', '.small'])).code).toBe(0);
  expect((await stat(here('in', '2024', 'c.small.pdf'))).size).toBeLessThan(pdf.length);
  const { out } = await pagelight(['in/2024', '--suffix', '.small', '--dry-run', '--json']);
  expect(filesOf(out)).toEqual(['2024/c.pdf']);
});

test('--min-gain leaves a PDF as it is that would lose too little', async () => {
  const { out } = await pagelight(['in/a.pdf', '--in-place', '--min-gain', '99%', '--json']);
  expect(JSON.parse(out)).toMatchObject({ status: 'unchanged', outputSize: pdf.length });
  expect((await readFile(here('in', 'a.pdf'))).equals(pdf)).toBe(true);
  expect((await pagelight(['in/a.pdf', '--in-place'])).out).toContain('→');
});

test('-q says nothing of what went well, --log notes it all, -v says how long it took', async () => {
  await writeFile(here('in', '2024', 'no.pdf'), 'no PDF');
  const quiet = await pagelight(['in/2024', '-o', 'out', '-q', '--log', 'log.jsonl']);
  expect(quiet).toMatchObject({ code: 3, out: '' });
  expect(quiet.err.trim().split('\n')).toEqual([expect.stringContaining('no.pdf: not_a_pdf')]);
  const noted = (await readFile(here('log.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(noted.map(({ file, status }) => [file, status]).sort()).toEqual([
    ['in/2024/c.pdf', 'smaller'],
    ['in/2024/no.pdf', 'refused'],
  ]);
  expect(noted[0].time).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect((await pagelight(['in/2023', '-o', 'out', '-v'])).out).toMatch(/ in \d+\.\d s\n/);
});
