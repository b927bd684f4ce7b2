import { join, resolve } from 'node:path';
import { ROOT } from '../scripts/project.mjs';
import { benchArchive } from './archive/archive.mjs';
import { benchCompare } from './compare/compare.mjs';
import { benchContents } from './contents.mjs';
import { benchEstimate } from './estimate/bench.mjs';
import { benchFolder } from './folder/folder.mjs';
import { benchLetters } from './letters.mjs';
import { benchMonotone } from './monotone.mjs';
import { benchProfile } from './profile/profile.mjs';
import { benchPublic } from './public/public.mjs';
import { benchResample } from './resample.mjs';
import { benchSeparation } from './separation/bench.mjs';
import { benchQueue } from './storm/queue.mjs';
import { benchStorm } from './storm/storm.mjs';
import { benchStructure } from './structure.mjs';

/**
 * Measures size, time and memory, and appends the results to `bench/results.csv`. A folder: how small its PDFs become,
 * and how fast, compared with other programs. `monotone`, a folder or file, and how many
 * images and steps to try: whether lower settings ever give larger images.
 * `compare`, a commit, and a folder or PDF: what this checkout adds to CPU time, memory and bytes.
 * `estimate` and a folder: how accurate the presets' estimates are. `mrc`, a folder of scans and one for sheets: what
 * separating text saves, and how it looks. `profile` and a folder: time per part of the work. `public`: what ours and
 * other programs lose of openly licensed documents. `letters` and fonts: which letters near-lossless pages could
 * confuse. `storm`: jobs while their workers are killed. `queue`: latency and cost of their line. `archive`: an archive while its processes are killed. `resample`: how images are downsampled. Without arguments: size and speed of the project's own files, speed
 * of content rewriting, and cost of structure in generated files of up to a million objects.
 *
 * @param {readonly string[]} args `resample`, `monotone`, `estimate` or `profile` and a folder, `mrc` and two, or a
 * folder, then options for every file in it
 */
export async function bench([folder, ...options]) {
  const given = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? '.', path);
  if (folder === 'resample') return benchResample();
  if (folder === 'letters') return benchLetters(options.map(given));
  if (folder === 'storm') return benchStorm(options[0]);
  if (folder === 'queue') return benchQueue(options[0]);
  if (folder === 'archive') return benchArchive(options);
  if (folder === 'compare' && options[0] !== undefined) {
    const [before, place = join(ROOT, 'shared/fixtures/real'), ...rest] = options;
    return benchCompare(before, given(place), rest);
  }
  if (folder === 'public') return benchPublic(options);
  if (folder === 'monotone' && options[0] !== undefined)
    return benchMonotone(given(options[0]), options.slice(1));
  if (folder === 'estimate' && options[0] !== undefined) return benchEstimate(given(options[0]));
  if (folder === 'profile' && options[0] !== undefined)
    return benchProfile(given(options[0]), options.slice(1));
  if (folder === 'mrc' && options[0] !== undefined) {
    return benchSeparation(given(options[0]), given(options[1] ?? 'separation-sheets'));
  }
  if (folder !== undefined) return benchFolder(given(folder), options);
  await benchContents();
  await benchResample();
  await benchStructure();
  await benchFolder(join(ROOT, 'shared/fixtures/real'), []);
}
