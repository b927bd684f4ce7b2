// Checks whether lower settings ever give larger images in one file, and the presets larger files; JSON on standard
// output. Usage: FILE [IMAGES [STEPS]], how many images and steps of each ladder are tried at most.
import { createNodeHost } from '../library/node/host.ts';
import { compress } from '../shared/compress.ts';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import { strips } from '../shared/passes/strips.ts';
import { openDocument } from '../shared/pdf/read/open.ts';
import { PRESETS } from '../shared/presets.ts';
import { passContext } from '../shared/testing/pass-context.ts';
import { climb, LADDERS } from '../shared/testing/setting-ladders.ts';
import { readInput } from './input.mjs';

/**
 * @typedef {import('../shared/testing/setting-ladders.ts').Climb & {
 *   readonly presets: Readonly<Record<'sharp' | 'balanced' | 'small', number>>,
 * }} Monotone bytes by preset
 */

const input = readInput();
const host = createNodeHost();
// Each image is decoded a hundred times.
const limits = { ...DEFAULT_LIMITS, totalBytes: Number.MAX_SAFE_INTEGER };
const doc = await openDocument(input, { limits });
const ctx = passContext({ host });
// Strips and tiles become one image first, as in every run.
await strips.run(doc, ctx);
const [images = Infinity, steps = Infinity] = process.argv.slice(3).map(Number);
const climbed = await climb(doc, ctx, LADDERS, { images, steps });

/** @param {'sharp' | 'balanced' | 'small'} name */
const bytesBy = async (name) => (await compress(new Uint8Array(input), PRESETS[name], { host })).bytes.length;
console.log(
  JSON.stringify({
    ...climbed,
    presets: {
      sharp: await bytesBy('sharp'),
      balanced: await bytesBy('balanced'),
      small: await bytesBy('small'),
    },
  }),
);
