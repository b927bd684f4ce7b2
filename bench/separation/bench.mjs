import { runProgram } from '../../scripts/project.mjs';
import { bundled } from '../bundle.mjs';

/**
 * Compresses each PDF of a folder with and without separated text at quality 50 and 150 dpi. Prints bytes, CPU seconds
 * and pages, and writes a sheet per separated page: before, as JPEG, separated, side by side at 220 dpi, rendered by
 * Poppler (`pdftoppm`). Look at all of them after a change to the separator.
 *
 * @param {string} folder of scans
 * @param {string} sheets folder that sheets go into
 */
export async function benchSeparation(folder, sheets) {
  const program = await bundled('separation/run-separation.mjs');
  const { code } = await runProgram(process.execPath, [program, folder, sheets], { output: 'show' });
  if (code !== 0) throw new Error('Some file could not be measured.');
}
