import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_SPECS } from './command-specs.ts';
import { completionScript } from './completions.ts';
import { flagsOf } from './flag.ts';
import { manPage } from './man-page.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-shells-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Bash's completions for the last word of a command line. */
function offered(...words: readonly string[]): readonly string[] {
  const file = join(folder, 'pagelight.bash');
  writeFileSync(file, completionScript('bash'));
  const list = words.map((word) => `'${word}'`).join(' ');
  const ask = `source "$1"; COMP_WORDS=(pagelight ${list}); COMP_CWORD=${words.length}; _pagelight; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['-c', ask, 'bash', file], { cwd: folder, encoding: 'utf8' });
  return said.split('\n').filter((line) => line !== '');
}

test.runIf(process.platform === 'linux')('bash completes commands, flags and their values', () => {
  expect(offered('ver')).toEqual(['verify', 'version']);
  expect(offered('-r', '--rec')).toEqual(['--receipt', '--receipts', '--recursive']);
  expect(offered('--preset', 's')).toEqual(['sharp', 'small']);
  expect(offered('verify', '--no')).toEqual(['--no-scores']);
  expect(offered('completion', 'f')).toEqual(['fish']);
  mkdirSync(join(folder, 'smaller'), { recursive: true });
  writeFileSync(join(folder, 'small.txt'), '');
  expect(offered('--backup', 'sma')).toEqual(['smaller']);
  expect(offered('--password-file', 'sma').toSorted()).toEqual(['small.txt', 'smaller']);
});

test('every flag stands in the manual and in the script of each shell', () => {
  const texts = [manPage('1.2.3'), ...(['bash', 'zsh', 'fish'] as const).map(completionScript)];
  for (const { name } of COMMAND_SPECS.flatMap(flagsOf)) {
    const inRoff = `--${name}`.replaceAll('-', '\\-');
    for (const text of texts)
      expect(text.includes(`--${name}`) || text.includes(inRoff) || text.includes(`-l ${name} `)).toBe(true);
  }
});

test('no two flags of a command share a name or a letter', () => {
  for (const spec of COMMAND_SPECS) {
    const names = flagsOf(spec).flatMap(({ name, letter, aliases = [] }) => [
      name,
      ...aliases,
      ...(letter ?? ''),
    ]);
    expect(names).toEqual([...new Set(names)]);
  }
});
