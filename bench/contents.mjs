import { megabytes, printTable } from '../scripts/print-table.mjs';
import { Refusal, runProgram } from '../scripts/project.mjs';
import { bundled } from './bundle.mjs';
import { keepResults } from './results.mjs';

/** Target: megabytes of content per second and core, writing and check together. */
const WANTED = 5;

/** Measures how fast content streams are rewritten. */
export async function benchContents() {
  const { code, output } = await runProgram(process.execPath, [await bundled('run-contents.mjs')], {
    output: 'keep',
  });
  if (code !== 0) throw new Refusal(`run-contents ended with code ${code}:\n${output}`);
  const rows = /** @type {readonly import('./run-contents.mjs').Measured[]} */ (
    JSON.parse(output.trim().split('\n').at(-1) ?? '')
  );
  console.log('\nContent streams, written anew and proved, one core');
  printTable([
    ['content', 'MB in', 'MB out', 'ms', 'MB/s', 'beside the aim'],
    ...rows.map(({ name, bytesIn, bytesOut, ms }) => {
      const perSecond = bytesIn / 1000 / ms;
      return [
        name,
        megabytes(bytesIn),
        megabytes(bytesOut),
        Math.round(ms),
        perSecond.toFixed(1),
        `${(perSecond / WANTED).toFixed(1)}x`,
      ];
    }),
  ]);
  await keepResults(
    rows.map(({ name, bytesIn, bytesOut, ms }) => ({
      program: 'pagelight',
      group: `contents: ${name}`.replace(',', ''),
      files: 1,
      bytesIn,
      bytesOut,
      ms,
      peakMib: null,
    })),
  );
}
