import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { readShrinkUsage } from '../../cli/batch/usage.ts';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { runProgram } from './run-program.ts';

const FILES = join(import.meta.dirname, '../../docs/integrations');
const FIXTURES = join(import.meta.dirname, '../../shared/fixtures');
const read = (name: string) => readFileSync(join(FILES, name), 'utf8');

let folder: string;
let pdf: Uint8Array;
/** Environment of a machine with a global installation of the package. */
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  pdf = await smallPdf();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-integration-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeProgram(
    join(bin, 'pagelight'),
    `exec "${process.execPath}" "${join(inject('app'), 'node_modules/pagelight/pagelight.js')}" "$@"`,
  );
  env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    PAGELIGHT_STATE_DIR: join(folder, 'state'),
  };
  return () => rmSync(folder, { recursive: true });
});

function writeProgram(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

const here = (...names: readonly string[]) => join(folder, ...names);
const sizeOf = (name: string) => statSync(here(name)).size;

test('paperless-ngx: the working copy gets smaller; what is no PDF, or cannot be done, is consumed as it is', async () => {
  writeFileSync(here('scan.PDF'), pdf);
  writeFileSync(here('bad.pdf'), 'no pdf');
  writeFileSync(here('photo.jpg'), 'x');
  // Consumed again, the files are as they are.
  for (const name of ['scan.PDF', 'bad.pdf', 'photo.jpg', 'scan.PDF', 'bad.pdf']) {
    const given = { ...env, DOCUMENT_WORKING_PATH: here(name) };
    expect((await runProgram('sh', [join(FILES, 'paperless-pre-consume.sh')], folder, given)).code).toBe(0);
  }
  expect(sizeOf('scan.PDF')).toBeLessThan(pdf.length);
  expect([readFileSync(here('bad.pdf'), 'utf8'), sizeOf('photo.jpg')]).toEqual(['no pdf', 1]);
});

test('OCRmyPDF: what it makes is made smaller, and where it fails nothing is written', async () => {
  writeFileSync(here('in.pdf'), pdf);
  // Stands in for OCRmyPDF: copies the file, as OCRmyPDF does if the file has its text.
  writeProgram(here('bin/ocrmypdf'), '[ "$1" = --skip-text ] && cp "$2" "$3"');
  const script = join(FILES, 'ocrmypdf-light.sh');
  // The second run replaces the result of the first.
  for (const _ of [1, 2]) {
    const done = await runProgram('sh', [script, 'in.pdf', 'out.pdf', '--skip-text'], folder, env);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(sizeOf('out.pdf')).toBeLessThan(pdf.length);
  }
  // As readable as any new file here, whatever the files in between were.
  expect(statSync(here('out.pdf')).mode).toBe(statSync(here('in.pdf')).mode);
  const failed = await runProgram('sh', [script, 'in.pdf', 'none.pdf', '--force-ocr'], folder, env);
  expect(failed.code).not.toBe(0);
  expect(readdirSync(folder)).not.toContain('none.pdf');
});

test('GitHub: the PDFs of a change get smaller, and a table tells of them', async () => {
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' });
  };
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(here('old.pdf'), pdf);
  git('add', 'old.pdf');
  git('commit', '--quiet', '--message=base');
  git('checkout', '--quiet', '-b', 'change');
  writeFileSync(here('a new | one.pdf'), pdf);
  writeFileSync(here('bad.pdf'), 'no pdf');
  git('add', 'a new | one.pdf', 'bad.pdf');
  git('commit', '--quiet', '--message=change');

  const script = join(FILES, 'github-action/shrink-changed.sh');
  const given = { ...env, BASE: 'main', TABLE: here('table.md') };
  const { code, out } = await runProgram('bash', [script], folder, given);
  expect(code).toBe(0);
  expect(out.split('\n').slice(2).sort().join('\n')).toMatch(
    /\| a new \\\| one\.pdf \| [\d.]+ kB \| [\d.]+ kB \| smaller \|\n\| bad\.pdf \| 0\.0 kB \| {2}\| not_a_pdf \|/,
  );
  expect(readFileSync(here('table.md'), 'utf8')).toBe(out);
  expect(sizeOf('a new | one.pdf')).toBeLessThan(pdf.length);
  expect(sizeOf('old.pdf')).toBe(pdf.length);
  // A runner starts without records.
  const fresh = { ...given, TABLE: here('again.md'), PAGELIGHT_STATE_DIR: here('fresh') };
  const again = await runProgram('bash', [script], folder, fresh);
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/a new \\\| one\.pdf .* unchanged \|/) });

  const nothing = await runProgram('bash', [script], folder, { ...env, BASE: 'HEAD' });
  expect(nothing).toEqual({ code: 0, out: '', err: '' });
});

test('pre-commit: the entry takes the files that are committed', async () => {
  writeFileSync(here('a.pdf'), pdf);
  writeFileSync(here('-b.pdf'), pdf);
  copyFileSync(join(FIXTURES, 'encrypted/r6-aes-256.pdf'), here('locked.pdf'));
  writeProgram(here('bin/npx'), 'shift; exec "$@"');
  const [, entry = ''] = /entry: (.+)/.exec(read('pre-commit-config.yaml')) ?? [];
  // pre-commit splits an entry as a shell does, and appends the files.
  const commit = (...files: readonly string[]) =>
    runProgram('sh', ['-c', `${entry} "$@"`, 'pre-commit', ...files], folder, env);
  expect(await commit('a.pdf', '-b.pdf')).toMatchObject({ code: 0 });
  for (const name of ['a.pdf', '-b.pdf']) expect(sizeOf(name)).toBeLessThan(pdf.length);
  const sizes = ['a.pdf', '-b.pdf'].map(sizeOf);
  expect(await commit('a.pdf', '-b.pdf')).toMatchObject({ code: 0 });
  expect(['a.pdf', '-b.pdf'].map(sizeOf)).toEqual(sizes);
  // A PDF that cannot be compressed does not block a commit; an unreadable file does.
  expect(await commit('locked.pdf')).toMatchObject({
    code: 0,
    err: expect.stringContaining('encrypted_pdf'),
  });
  expect((await commit('none.pdf')).code).toBe(1);
});

test('systemd and launchd: what they start is a right command line', async () => {
  const unit = read('pagelight-watch.service');
  const [, line = ''] = /^ExecStart=\/usr\/bin\/env pagelight (.+)$/m.exec(unit) ?? [];
  expect(readShrinkUsage(line.split(' '))).toMatchObject({ watched: '%h/Scans', output: '%h/Small' });
  expect(unit).toMatch(/^Environment=PATH=.*:\/usr\/local\/bin:/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
  const { parse } = await import(pathToFileURL(join(TOOLS_FOLDER, 'node_modules/plist/dist/index.js')).href);
  const { ProgramArguments: words, ...agent } = parse(read('pagelight-watch.plist'));
  expect(words.slice(0, 2)).toEqual(['/usr/bin/env', 'pagelight']);
  expect(readShrinkUsage(words.slice(2))).toMatchObject({
    watched: '/Users/me/Scans',
    output: '/Users/me/Small',
  });
  expect(agent).toEqual({
    Label: 'pagelight-watch',
    EnvironmentVariables: { PATH: expect.stringMatching(/^\/opt\/homebrew\/bin:/) },
    KeepAlive: { SuccessfulExit: false },
    RunAtLoad: true,
    ThrottleInterval: 30,
  });
});

test.runIf(process.platform === 'linux')('systemd finds nothing wrong with the unit', async () => {
  const unit = join(FILES, 'pagelight-watch.service');
  const verified = await runProgram('systemd-analyze', ['--user', 'verify', unit], folder, {
    XDG_RUNTIME_DIR: folder,
  });
  expect(verified).toMatchObject({ code: 0, err: '' });
});
