import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageWithSettings, SETTINGS_PAGE } from './settings-table.ts';

test('the README of the server has its settings as the code reads them (npx tsx scripts/package/settings-table.ts --write)', () => {
  const page = readFileSync(SETTINGS_PAGE, 'utf8');
  expect(page).toBe(pageWithSettings(page));
});
