import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  type FSWatcher,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { createNodeHost } from '../node/host.ts';
import { archiveFiles } from '../testing/archive-files.ts';

const program = join(inject('app'), 'node_modules/pagelight/pagelight.js');
/** A whole archive takes an hour: KILLED_RUN_FILES=30000 KILLED_RUN_KILLS=10 before vitest, with the config of this folder. */
const FILES = Number(process.env.KILLED_RUN_FILES ?? 300);
const KILLS = Number(process.env.KILLED_RUN_KILLS ?? 4);
/** Milliseconds for one file, on a busy machine; the checks' own limit is for 300. */
const TIMEOUT_MS = Math.max(600_000, FILES * 600);

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-killed-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function namesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}

interface Line {
  readonly file: string;
  readonly status: string;
}

/** Starts a run over the archive and passes on each output line. */
function start(onLine: (line: Line, child: ChildProcess) => void) {
  const args = [program, '-r', join(folder, 'archive'), '--in-place', '--json', '--jobs', '2'];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PAGELIGHT_STATE_DIR: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: Line[] = [];
  let rest = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line: Line = JSON.parse(part);
      lines.push(line);
      onLine(line, child);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return { child, lines, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, err })) };
}

test(`${FILES} PDFs of an archive outlive a run that is ended by SIGKILL again and again`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const archive = join(folder, 'archive');
  const originals = new Map<string, Uint8Array>();
  for (const [name, bytes] of await archiveFiles(FILES)) {
    mkdirSync(join(archive, name, '..'), { recursive: true });
    writeFileSync(join(archive, name), bytes);
    originals.set(name, bytes);
  }
  /** Each file may be itself or the checked output of the checkout's own core. */
  const proved = await provedResults(originals.values());

  const expectNothingHarmed = () => {
    for (const [name, original] of originals) {
      const digest = sha256Of(readFileSync(join(archive, name)));
      expect([sha256Of(original), proved.get(sha256Of(original))], name).toContain(digest);
    }
  };

  const doneBefore = new Set<string>();
  let worked = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Alternates between a kill after a number of results and one during a write.
    const isMidWrite = kill % 2 === 0;
    // Small enough that work is always left for the next run.
    const wanted = Math.max(1, Math.floor(FILES / (KILLS * 3)));
    let fresh = 0;
    let watcher: FSWatcher | undefined;
    const run = start(({ file, status }, child) => {
      if (status !== 'skipped') worked += 1;
      if (status === 'smaller' || status === 'unchanged') {
        doneBefore.add(file);
        fresh += 1;
      }
      if (fresh >= wanted && !isMidWrite) child.kill('SIGKILL');
      if (fresh >= wanted && isMidWrite)
        watcher ??= watch(archive, { recursive: true }, (_event, name) => {
          if (name?.endsWith('.part')) child.kill('SIGKILL');
        });
    });
    const { signal, err } = await run.ended;
    watcher?.close();
    expect({ signal, err }).toEqual({ signal: 'SIGKILL', err: '' });
    expectNothingHarmed();
  }
  expect(worked).toBeLessThan(FILES * 2);

  const last = start(() => {});
  // Locked and damaged files are reported and do not fail the run.
  expect(await last.ended).toMatchObject({ code: 3, err: '' });
  expect(last.lines).toHaveLength(FILES);
  const again = last.lines.filter(({ file, status }) => doneBefore.has(file) && status !== 'skipped');
  expect(again.map(({ file }) => file)).toEqual([]);
  expectNothingHarmed();
  // Everything that can be smaller is, and no partial file remains.
  for (const [name, original] of originals) {
    const digest = sha256Of(readFileSync(join(archive, name)));
    expect(digest, name).toBe(proved.get(sha256Of(original)) ?? sha256Of(original));
  }
  expect(namesIn(archive)).toEqual([...originals.keys()].sort());
});

async function provedResults(files: Iterable<Uint8Array>): Promise<ReadonlyMap<string, string>> {
  const proved = new Map<string, string>();
  for (const file of files) {
    const digest = sha256Of(file);
    if (proved.has(digest)) continue;
    try {
      const { bytes } = await compress(file, PRESETS.balanced, { host: createNodeHost() });
      proved.set(digest, sha256Of(bytes));
    } catch {
      // It cannot be compressed, so it must stay.
      proved.set(digest, digest);
    }
  }
  return proved;
}
