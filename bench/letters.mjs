import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { tsImport } from 'tsx/esm/api';

/** @type {Pick<typeof import('../shared/testing/letters/confusable.ts'), 'confusionsAmong'>} */
const { confusionsAmong } = await tsImport('../shared/testing/letters/confusable.ts', import.meta.url);
/** @type {Pick<typeof import('../shared/testing/letters/characters.ts'), 'SCRIPTS'>} */
const { SCRIPTS } = await tsImport('../shared/testing/letters/characters.ts', import.meta.url);
/** @type {Pick<typeof import('../shared/testing/letters/glyph-raster.ts'), 'lettersIn' | 'SCANS'>} */
const { lettersIn, SCANS } = await tsImport('../shared/testing/letters/glyph-raster.ts', import.meta.url);

const POINTS = [5, 6, 8, 10, 12, 14];
const DPI = [200, 300, 400, 600];
const POINTS_PER_INCH = 72;
/** Smaller letters are lower than what may move. */
const MIN_PIXELS_PER_EM = 16;

/**
 * Lists letters that near-lossless coding of bilevel pages would make equal if they were in one class, by font and
 * size in pixels, and how many pairs were tried. Sets the exit code if two of them differ by a whole pixel.
 *
 * @param {readonly string[]} fonts paths of TrueType fonts
 */
export function benchLetters(fonts) {
  const characters = new Set(Object.values(SCRIPTS).flat());
  const sizes = new Set(POINTS.flatMap((points) => DPI.map((dpi) => (points * dpi) / POINTS_PER_INCH)));
  const perEm = [...sizes].filter((size) => size >= MIN_PIXELS_PER_EM).sort((a, b) => a - b);
  let [all, equal, alike] = [0, 0, 0];
  for (const font of fonts) {
    const letters = lettersIn(readFileSync(font), characters);
    for (const pixelsPerEm of perEm) {
      const { tried, confusions } = confusionsAmong(letters, pixelsPerEm, SCANS);
      const found = confusions.filter(({ apart }) => apart >= 1);
      all += tried;
      equal += found.length;
      alike += confusions.length - found.length;
      const pairs = found.map(
        ({ from, to, moved, apart }) => `${from}>${to} (${moved} moved, ${apart} px apart)`,
      );
      console.log(
        `${basename(font)}, ${pixelsPerEm.toFixed(1)} px: ${tried} tried, ${confusions.length - found.length} drawn alike became equal, ${found.length} others ${pairs.join(', ')}`,
      );
    }
  }
  console.log(`${all} pairs tried: ${alike} equal that differ nowhere by a pixel, ${equal} that do`);
  if (equal > 0) process.exitCode = 1;
}
