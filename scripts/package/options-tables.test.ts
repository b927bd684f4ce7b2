import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPTION_PAGES, pageWithOptions } from './options-tables.ts';

test.each(OPTION_PAGES)(
  '$path has the $title as the code has them (npx tsx scripts/package/options-tables.ts --write)',
  (page) => {
    const text = readFileSync(page.path, 'utf8');
    expect(text).toBe(pageWithOptions(text, page));
  },
);
