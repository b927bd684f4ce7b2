import { printTable } from '../scripts/print-table.mjs';
import { Refusal, runProgram } from '../scripts/project.mjs';
import { bundled } from './bundle.mjs';
import { keepResults } from './results.mjs';

/** Measures speed and accuracy of downsampling, compared with `@jsquash/resize`. */
export async function benchResample() {
  const { code, output } = await runProgram(process.execPath, [await bundled('run-resample.mjs')], {
    output: 'keep',
  });
  if (code !== 0) throw new Refusal(`run-resample ended with code ${code}:\n${output}`);
  const rows = /** @type {readonly import('./run-resample.mjs').Measured[]} */ (
    JSON.parse(output.trim().split('\n').at(-1) ?? '')
  );
  console.log('\nPictures made smaller, one core; errors beside Lanczos 3 in float64');
  printTable([
    ['picture', 'ms', 'dB', 'worst', '@jsquash ms', 'and RGBA ms', 'dB', 'worst', 'time beside ours'],
    ...rows.map(({ name, own, other, rgbaMs }) => [
      name,
      own.ms.toFixed(0),
      own.decibels.toFixed(1),
      own.worst.toFixed(1),
      other.ms.toFixed(0),
      rgbaMs.toFixed(0),
      other.decibels.toFixed(1),
      other.worst.toFixed(1),
      `${((other.ms + rgbaMs) / own.ms).toFixed(1)}x`,
    ]),
  ]);
  await keepResults(
    rows.flatMap(({ name, bytesIn, bytesOut, own, other, rgbaMs }) => {
      const shared = { group: `resample: ${name}`, files: 1, bytesIn, bytesOut, peakMib: null };
      return [
        { program: 'pagelight', ...shared, ms: own.ms },
        { program: '@jsquash/resize', ...shared, ms: other.ms + rgbaMs },
      ];
    }),
  );
}
