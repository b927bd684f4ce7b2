import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCmap } from '../../shared/fonts/truetype/cmap.ts';
import { glyphOutline, OutlineBudget } from '../../shared/fonts/truetype/outline.ts';
import { GlyphLocations, glyphMetrics, readTrueType } from '../../shared/fonts/truetype/truetype.ts';
import { unhinted } from './unhinted-fonts.ts';

const FONTS = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
);

test.for(['Regular', 'BoldItalic'])('LiberationSans-%s draws each glyph alike without hints', (face) => {
  const bytes = new Uint8Array(readFileSync(join(FONTS, `LiberationSans-${face}.ttf`)));
  const lean = unhinted(bytes);
  expect(lean.length).toBeLessThan(bytes.length / 2);
  const [before, after] = [readTrueType(bytes)!, readTrueType(lean)!];
  expect(after.glyphCount).toBe(before.glyphCount);
  const drawn = [before, after].map((font) => {
    const locations = new GlyphLocations(font);
    const budget = new OutlineBudget();
    return Array.from({ length: font.glyphCount }, (_, id) => ({
      outline: glyphOutline(locations, id, budget),
      metrics: glyphMetrics(font, id),
    }));
  });
  expect(drawn[1]).toEqual(drawn[0]);
  expect(drawn[0].some(({ outline }) => outline === null)).toBe(false);
  expect(readCmap(after.tables.get('cmap')!)).toEqual(readCmap(before.tables.get('cmap')!));
  // The font's license reserves its name for the unchanged font.
  expect(after.tables.has('name')).toBe(false);
});

test('a file that is no font stops the build', () => {
  expect(() => unhinted(new Uint8Array(100))).toThrow('not a TrueType font');
});
