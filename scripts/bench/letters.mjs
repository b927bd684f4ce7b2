import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { tsImport } from 'tsx/esm/api';

/** @type {Pick<typeof import('../../shared/testing/letters/confusable.ts'), 'confusionsAmong'>} */
const { confusionsAmong } = await tsImport('../../shared/testing/letters/confusable.ts', import.meta.url);
/** @type {Pick<typeof import('../../shared/testing/letters/characters.ts'), 'SCRIPTS'>} */
const { SCRIPTS } = await tsImport('../../shared/testing/letters/characters.ts', import.meta.url);
/** @type {Pick<typeof import('../../shared/testing/letters/glyph-raster.ts'), 'CLEAN' | 'lettersIn'>} */
const { CLEAN, lettersIn } = await tsImport('../../shared/testing/letters/glyph-raster.ts', import.meta.url);

const POINTS = [5, 6, 8, 10, 12, 14];
const DPI = [200, 300, 400, 600];
const POINTS_PER_INCH = 72;

/** @type {readonly import('../../shared/testing/letters/glyph-raster.ts').ScannerNoise[]} */
const NOISES = [
  CLEAN,
  { ...CLEAN, shift: [0.5, 0.5], blur: 1 },
  { ...CLEAN, shift: [0.25, 0.75], blur: 1, threshold: 0.4, grain: 0.15, seed: 2 },
  { ...CLEAN, skew: 0.01, blur: 1, threshold: 0.6, grain: 0.15, seed: 3 },
];

/**
 * Lists letters that near-lossless coding of bilevel pages could confuse if they were in one class, by font, size and
 * resolution, and how many pairs were tried.
 *
 * @param {readonly string[]} fonts paths of TrueType fonts
 */
export function benchLetters(fonts) {
  const characters = new Set(Object.values(SCRIPTS).flat());
  let found = 0;
  for (const font of fonts) {
    const letters = lettersIn(readFileSync(font), characters);
    for (const points of POINTS) {
      for (const dpi of DPI) {
        const pixelsPerEm = (points * dpi) / POINTS_PER_INCH;
        const { tried, confusions } = confusionsAmong(letters, pixelsPerEm, NOISES);
        found += confusions.length;
        const pairs = confusions.map(({ from, to, moved }) => `${from}>${to} (${moved} px)`).join(', ');
        console.log(
          `${basename(font)}, ${points} pt, ${dpi} dpi: ${tried} tried, ${confusions.length} equal ${pairs}`,
        );
      }
    }
  }
  console.log(`${found} pairs of letters may become equal`);
}
