import { pngOf } from '../../../cli/drawing/png.ts';

/**
 * @typedef {import('../public.mjs').Outcome} Outcome
 * @typedef {import('../grade/pdfium.mjs').Drawing} Drawing
 * @typedef {{ readonly file: string, readonly png: Uint8Array }} Picture
 * @typedef {{
 *   readonly contestant: string,
 *   readonly name: string,
 *   readonly page: number,
 *   readonly worst: number,
 *   readonly before: Picture,
 *   readonly after: Picture,
 * }} WorstPlace
 */

const PLACES_EACH = 3;
/** Differences above this similarity are not visible. */
const SEEN_BELOW = 0.97;
const [WIDTH, HEIGHT] = [320, 240];
/** Tile size of the grader. */
const TILE = 64;

/**
 * The least similar places of each contestant's pages, before and after. @param {readonly Outcome[]} outcomes @returns
 * {readonly WorstPlace[]}
 */
export function worstPictures(outcomes) {
  const names = [...new Set(outcomes.map(({ contestant }) => contestant))];
  return names.flatMap((name, index) =>
    outcomes
      .filter(({ contestant }) => contestant === name)
      .flatMap(({ entry, grade }) => (grade?.drawn ?? []).map((page) => ({ ...page, entry })))
      .filter(({ worst }) => worst < SEEN_BELOW)
      .sort((a, b) => a.worst - b.worst)
      .slice(0, PLACES_EACH)
      .map(({ entry, page, worst, at, before, after }, place) => {
        const file = `worst-${index + 1}-${place + 1}`;
        return {
          contestant: name,
          name: entry.name,
          page,
          worst,
          before: { file: `${file}-before.png`, png: pngOf(cutOut(before, at)) },
          after: { file: `${file}-after.png`, png: pngOf(cutOut(after, at)) },
        };
      }),
  );
}

/**
 * Cuts out the surroundings of a tile, within the page.
 *
 * @param {Drawing} drawing
 * @param {readonly [number, number]} at
 * @returns {Drawing}
 */
function cutOut({ width, height, samples }, [x, y]) {
  const [across, down] = [Math.min(WIDTH, width), Math.min(HEIGHT, height)];
  const left = Math.max(0, Math.min(width - across, x + TILE / 2 - across / 2));
  const top = Math.max(0, Math.min(height - down, y + TILE / 2 - down / 2));
  const cut = new Uint8Array(across * down * 3);
  for (let row = 0; row < down; row += 1) {
    const from = ((top + row) * width + left) * 3;
    cut.set(samples.subarray(from, from + across * 3), row * across * 3);
  }
  return { width: across, height: down, samples: cut };
}
