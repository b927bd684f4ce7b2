import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { printTable } from '../scripts/print-table.mjs';
import { runProgram } from '../scripts/project.mjs';
import { bundled } from './bundle.mjs';

/** Tolerance as a factor of the file size. */
const SLACK = 1.02;

/**
 * Compresses the images of every PDF of a folder at each step of the ladders in `shared/testing/setting-ladders.ts`.
 * Reports images that a lower setting made larger, and whether the presets get smaller from Sharp to Small.
 *
 * @param {string} path a folder or a PDF
 * @param {readonly string[]} most how many images of each document and steps of each ladder to try, evenly spread
 */
export async function benchMonotone(path, most) {
  const program = await bundled('run-monotone.mjs');
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const names = isFolder ? readdirSync(path).sort() : [basename(path)];
  const files = names.filter((name) => name.toLowerCase().endsWith('.pdf'));
  /** @type {(readonly (string | number)[])[]} */
  const rows = [['file', 'images', 'tried', 'larger', 'Sharp', 'Balanced', 'Small', '']];
  for (const file of files) {
    const { code, output } = await runProgram(process.execPath, [program, join(folder, file), ...most], {
      output: 'keep',
    });
    if (code !== 0) {
      console.log(`${file}: ${output.trim().split('\n').at(-1)}`);
      continue;
    }
    const { growths, images, tried, presets } = /** @type {import('./run-monotone.mjs').Monotone} */ (
      JSON.parse(output.trim().split('\n').at(-1) ?? '')
    );
    for (const { ladder, image, step, bytes, before } of growths)
      console.log(
        `${file}  image ${image}, ${ladder}: ${before} -> ${bytes} bytes at ${JSON.stringify(step)}`,
      );
    const { sharp, balanced, small } = presets;
    const falls = balanced <= sharp * SLACK && small <= balanced * SLACK;
    if (!falls || growths.length > 0) process.exitCode = 1;
    const larger = new Set(growths.map(({ image }) => image)).size;
    rows.push([file, images, tried, larger, sharp, balanced, small, falls ? '' : 'larger']);
  }
  printTable(rows);
}
