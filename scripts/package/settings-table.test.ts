import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageWithSettings, SETTINGS_PAGE } from './settings-table.ts';

test('docs/settings.md has the settings as the code reads them (npm run generate)', () => {
  const page = readFileSync(SETTINGS_PAGE, 'utf8');
  expect(page).toBe(pageWithSettings(page));
});
