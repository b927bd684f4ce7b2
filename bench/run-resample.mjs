// Measures speed of downsampling and its distance from Lanczos 3 in float64, for our code and @jsquash/resize in turns;
// JSON on standard output. Counts processor time, so other programs make little difference.
import { downsample } from '../shared/codecs/resample/resample.ts';
import { errorsOf, floatLanczos } from '../shared/testing/oracles/float-lanczos.ts';
import { jsquashLanczos, jsquashRgba, rgbaOf } from '../shared/testing/oracles/jsquash-resize.ts';
import { photo } from '../shared/testing/pictures/rasters.ts';

const RUNS = 4;

/** @typedef {{ readonly ms: number, readonly decibels: number, readonly worst: number }} Resampled */
/** @typedef {{ readonly name: string, readonly bytesIn: number, readonly bytesOut: number, readonly own: Resampled, readonly other: Resampled, readonly rgbaMs: number }} Measured */
/** @typedef {import('../shared/codecs/pixels/raster.ts').Raster} Raster */

/**
 * The fastest of several runs of each, in turns.
 *
 * @param {readonly (() => unknown)[]} works
 * @returns {readonly number[]} milliseconds
 */
function fastest(works) {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage().user;
      work();
      best[index] = Math.min(best[index], (process.cpuUsage().user - before) / 1000);
    }
  }
  return best;
}

/**
 * @param {Raster} shrunk
 * @param {Float64Array} exact
 */
function errors({ samples }, exact) {
  const squares = samples.reduce((sum, sample, at) => sum + (sample - exact[at]) ** 2, 0);
  return {
    decibels: 10 * Math.log10(255 ** 2 / (squares / samples.length)),
    worst: errorsOf(samples, exact).worst,
  };
}

/**
 * @param {string} name
 * @param {Raster} source
 * @param {{ readonly width: number, readonly height: number }} to
 * @returns {Measured}
 */
function measured(name, source, to) {
  const rgba = rgbaOf(source);
  const [ownMs, otherMs, rgbaMs] = fastest([
    () => downsample(source, to.width, to.height),
    () => jsquashRgba(rgba, source, to),
    () => rgbaOf(source),
  ]);
  const exact = floatLanczos(source, to.width, to.height);
  const own = downsample(source, to.width, to.height);
  return {
    name,
    bytesIn: source.samples.length,
    bytesOut: own.samples.length,
    own: { ms: ownMs, ...errors(own, exact) },
    other: { ms: otherMs, ...errors(jsquashLanczos(source, to), exact) },
    rgbaMs,
  };
}

const rgb = photo(2400, 1600, 3);
console.log(
  JSON.stringify([
    measured('RGB by 2', rgb, { width: 1200, height: 800 }),
    measured('RGB by 1.4', rgb, { width: 1714, height: 1143 }),
    measured('RGB by 8', rgb, { width: 300, height: 200 }),
    measured('gray scan by 2.9', photo(2480, 3508, 1), { width: 848, height: 1200 }),
  ]),
);
