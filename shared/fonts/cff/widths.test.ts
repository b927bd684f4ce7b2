import { expect, test } from 'vitest';
import { chooseWidths } from './widths.ts';

test.each([
  ['the most frequent', [525, 525, 300], { defaultWidth: 525, nominalWidth: 300 }],
  ['no fraction as the default', [525.5, 525.5, 300], { defaultWidth: 300, nominalWidth: 0 }],
  ['glyphs that all have a fraction', [525.5, 525.5], { defaultWidth: 0, nominalWidth: 0 }],
])('advances: %s', (_, widths, expected) => {
  expect(chooseWidths(widths)).toEqual(expected);
});
