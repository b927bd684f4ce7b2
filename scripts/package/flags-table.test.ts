import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_SPECS } from '../../cli/flags/command-specs.ts';
import { flagsOf } from '../../cli/flags/flag.ts';
import { ROOT } from '../project.mjs';
import { FLAGS_PAGE, pageWithFlags } from './flags-table.ts';

test('the README of the command tells its flags as --help does (npm run generate)', () => {
  const page = readFileSync(FLAGS_PAGE, 'utf8');
  expect(page).toBe(pageWithFlags(page));
});

const KNOWN = new Set(
  COMMAND_SPECS.flatMap(flagsOf).flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].map((each) => `--${each}`),
  ),
);

test.each(['README.md', 'cli/README.md', 'library/PACKAGE.md', 'library/README.md'])(
  '%s names no flag that is not there',
  (file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const calls = lines.flatMap((line) => line.match(/\bpagelight (?!-npm)[^`#|]*/g) ?? []);
    const named = calls.flatMap((call) => call.match(/(?<=\s)--[a-z][a-z-]*/g) ?? []);
    expect(named.filter((flag) => !KNOWN.has(flag))).toEqual([]);
  },
);
