// Prints as JSON the result of each preset for a file, and its estimates before any run and after one.
import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { estimateSizes } from '../../shared/estimate/estimate-sizes.ts';
import { PRESETS } from '../../shared/presets.ts';
import { readInput } from '../input.mjs';

/**
 * @typedef {{
 *   readonly preset: string,
 *   readonly made: number,
 *   readonly before: number,
 *   readonly after: number,
 * }} Guess bytes
 * @typedef {{ readonly guesses: readonly Guess[], readonly ms: number }} Guessed `ms` of the estimate before any run
 */

const input = readInput();
const host = createNodeHost();
const wanted = Object.values(PRESETS);
const begun = performance.now();
const before = await estimateSizes(new Uint8Array(input), null, wanted, { host });
const ms = Math.round(performance.now() - begun);
/** @type {import('../../shared/report.ts').CompressReport[]} */
const made = [];
for (const options of wanted) made.push((await compress(new Uint8Array(input), options, { host })).report);
const done = made[Object.keys(PRESETS).indexOf('balanced')];
const after = await estimateSizes(new Uint8Array(input), done, wanted, { host });
const guesses = Object.keys(PRESETS).map((preset, index) => ({
  preset,
  made: made[index].outputSize,
  before: before[index],
  after: after[index],
}));
console.log(JSON.stringify({ guesses, ms }));
