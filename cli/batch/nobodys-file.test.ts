import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { pagelightIn } from '../testing/in-folder.ts';

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
});
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-nobody-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = (...names: readonly string[]) => join(folder, ...names);

/** Runs the command as a service would, with its own umask. */
async function pagelight(args: readonly string[], umask = 0o022) {
  const own = process.umask(umask);
  try {
    return await pagelightIn({ folder, stateFolder: here('.state'), input: pdf }, args);
  } finally {
    process.umask(own);
  }
}

async function put(files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(here(name)), { recursive: true });
    await writeFile(here(name), bytes);
  }
}

const modeOf = (name: string) => (statSync(here(name)).mode & 0o7777).toString(8);
const isRoot = process.getuid?.() === 0;

describe.runIf(process.platform === 'linux')('attributes of files', () => {
  test('in place a file keeps its mode, owner and times, whatever the umask', async () => {
    const modes = {
      'md/g.pdf': 0o664,
      'md/w.pdf': 0o666,
      'md/s.pdf': 0o2755,
      'md/p.pdf': 0o600,
      'md/r.pdf': 0o444,
    };
    for (const [umask, place] of [
      [0o022, 'one'],
      [0o077, 'two'],
    ] as const) {
      for (const [name, mode] of Object.entries(modes)) {
        const path = here(place, name);
        await put({ [join(place, name)]: pdf });
        if (isRoot) chownSync(path, 1234, 2345);
        chmodSync(path, mode);
        utimesSync(path, 1_000_000, 1_234_567);
      }
      const done = await pagelight(
        ['-r', here(place, 'md'), '--in-place', '--backup', here(place, 'kept')],
        umask,
      );
      expect(done).toMatchObject({ code: 0, err: '' });
      for (const [name, mode] of Object.entries(modes)) {
        for (const path of [join(place, name), join(place, 'kept', name.slice(3))]) {
          const { uid, gid, mtimeMs } = statSync(here(path));
          expect([path, modeOf(path), mtimeMs]).toEqual([path, mode.toString(8), 1_234_567_000]);
          if (isRoot) expect([uid, gid]).toEqual([1234, 2345]);
        }
        expect(statSync(here(place, name)).size).toBeLessThan(pdf.length);
      }
    }
  });

  test('in place and in the backup a file keeps its extended attributes and access list', async () => {
    await put({ "in/it's a\nname.pdf": pdf });
    const path = here("in/it's a\nname.pdf");
    execFileSync('setfattr', ['-n', 'user.tag', '-v', 'red', path]);
    execFileSync('setfacl', ['-m', 'u:1234:r,g:2345:rw', path]);
    const attributes = (of: string) => [
      execFileSync('getfattr', ['--only-values', '-n', 'user.tag', of], { encoding: 'utf8', stdio: 'pipe' }),
      execFileSync('getfacl', ['-nEc', of], { encoding: 'utf8', stdio: 'pipe' }),
    ];
    const before = attributes(path);
    expect(before[0]).toBe('red');
    const done = await pagelight(['-r', here('in'), '--in-place', '--backup', here('kept')], 0o077);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(statSync(path).size).toBeLessThan(pdf.length);
    expect(attributes(path)).toEqual(before);
    expect(attributes(here("kept/it's a\nname.pdf"))).toEqual(before);
  });

  test('what is made of a private file is as private', async () => {
    await put({ 'q.pdf': pdf, 'group.pdf': pdf, 'all.pdf': pdf, 'q.txt': '' });
    chmodSync(here('q.pdf'), 0o600);
    chmodSync(here('group.pdf'), 0o640);
    if (isRoot) chownSync(here('group.pdf'), 1234, 2345);
    const done = await pagelight(['q.pdf', 'group.pdf', 'all.pdf', '--receipt']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(['q-light.pdf', 'q-light.receipt.json', 'group-light.pdf', 'all-light.pdf'].map(modeOf)).toEqual([
      '600',
      '600',
      '640',
      '644',
    ]);
    if (isRoot) expect(statSync(here('group-light.pdf'))).toMatchObject({ uid: 1234, gid: 2345 });

    expect((await pagelight(['compress', 'q.pdf', 'c.pdf', '--receipt', 'c.json'])).code).toBe(0);
    expect(['c.pdf', 'c.json'].map(modeOf)).toEqual(['600', '600']);
  });
});
