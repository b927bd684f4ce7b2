import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../project.mjs';

const CALL =
  /\bnpx (?:-y |--yes )?pagelight\b|"npx", "args": \["-y", "pagelight"|\bnpm install (?:--global |-g )?pagelight\b/;

test('until the npm name is ours, no text takes the package from the registry without saying so', () => {
  const files = execFileSync('git', ['ls-files', '--', '*.md', '*.yaml', '*.yml', '*.ts', '*.tsx', '*.sh'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const silent = files
    .trim()
    .split('\n')
    .filter((name) => {
      // Records of the past keep former names.
      if (name === 'docs/decisions.md') return false;
      const text = readFileSync(join(ROOT, name), 'utf8');
      return CALL.test(text) && !/Until the package is in the registry/i.test(text);
    });
  expect(silent).toEqual([]);
});
