import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { SCRIPTS } from './characters.ts';
import { confusionsAmong } from './confusable.ts';
import { widestDifference } from './drawn-alike.ts';
import { type Letter, lettersIn, SCANS } from './glyph-raster.ts';

const FONTS = 'pdfjs-dist/standard_fonts/LiberationSans';
const require = createRequire(import.meta.url);
const fontOf = (style: string) => readFileSync(require.resolve(`${FONTS}-${style}.ttf`));
const CHARACTERS = [SCRIPTS.latin!, SCRIPTS.greek!, SCRIPTS.cyrillic!].flat();

/** A sample of `npm run bench -- letters`: 9 and 10 points at 200 dpi. */
test.each([
  ['Regular', 25],
  ['Italic', 27.8],
])(
  'letters that differ by a pixel stay apart, however hard they are pressed: %s, %d px',
  (style, pixelsPerEm) => {
    const { tried, confusions } = confusionsAmong(lettersIn(fontOf(style), CHARACTERS), pixelsPerEm, SCANS);
    expect(tried).toBeGreaterThan(1000);
    expect(confusions.filter(({ apart }) => apart >= 1)).toEqual([]);
  },
);

const square = (character: string, side: number, notch = 0): Letter => ({
  character,
  contours: [
    [
      [0, 0],
      [side, 0],
      [side, 0.5],
      [side - notch, 0.5],
      [side - notch, 0.5 + notch],
      [side, 0.5 + notch],
      [side, 1],
      [0, 1],
    ],
  ],
});

test.each([
  ['letters that are the same', square('a', 0.5), 0],
  ['a notch of two pixels, half of a pixel beside it', square('a', 0.5, 0.08), 1.5],
  ['a letter that is half a pixel wider, laid in its middle', square('a', 0.52), 0.25],
])('the widest difference of %s', (_, letter, pixels) => {
  expect(widestDifference(square('b', 0.5), letter, 25)).toBe(pixels);
});
