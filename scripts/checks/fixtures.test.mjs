import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../project.mjs';

const FIXTURES = join(ROOT, 'shared/fixtures');

test('each fixture has its row in shared/fixtures/README.md, with source and license', () => {
  const page = readFileSync(join(FIXTURES, 'README.md'), 'utf8');
  const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pdf'))
    .map(({ parentPath, name }) => `${basename(parentPath)}/${name}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !page.includes(`| \`${file}\` |`))).toEqual([]);
});
