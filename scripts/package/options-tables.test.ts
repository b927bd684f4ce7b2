import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPTION_NAMES } from '../../shared/index.ts';
import { OPTION_PAGES, pageWithOptions } from './options-tables.ts';

test.each(OPTION_PAGES)('$path has the $title as the code has them (npm run generate)', (page) => {
  const text = readFileSync(page.path, 'utf8');
  expect(text).toBe(pageWithOptions(text, page));
});

/** Files that name every option whatever it does. */
const ABOUT_OPTIONS = /\.test\.ts$|(^|\/)(options|options-schema|presets)\.ts$|^(text|testing|receipt)\//;

test('the core reads every option', () => {
  const core = new URL('../../shared/', import.meta.url).pathname;
  const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !ABOUT_OPTIONS.test(name))
    .map((name) => readFileSync(join(core, name), 'utf8'))
    .join('\n');
  expect(OPTION_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
