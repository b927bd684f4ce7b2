import { runProgram } from '../../project.mjs';
import { bundled } from '../bundle.mjs';

/**
 * Compresses each PDF of a folder with and without separated text at quality 50 and 150 dpi, says bytes, seconds of
 * CPU and pages, and writes a sheet for each page that was separated: before, as JPEG, separated, side by side at 220 dpi.
 * Poppler draws them (`pdftoppm`); whoever changes the separator looks at all of them.
 *
 * @param {string} folder of scans
 * @param {string} sheets folder that sheets go into
 */
export async function benchSeparation(folder, sheets) {
  const program = await bundled('separation/run-separation.mjs');
  const { code } = await runProgram(process.execPath, [program, folder, sheets], { output: 'show' });
  if (code !== 0) throw new Error('Some file could not be measured.');
}
