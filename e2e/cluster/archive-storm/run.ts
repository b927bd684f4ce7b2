// The whole storm: `npm run bench -- archive [OBJECTS]`.
import { type ArchiveStormPlan, archiveStormFaults, runArchiveStorm } from './storm.ts';

const objects = Number(process.argv[2] ?? 20_000);
const plan: ArchiveStormPlan = {
  objects,
  shardSize: 500,
  sample: 200,
  workers: 4,
  kills: 100,
  killEveryMs: Number(process.argv[3] ?? 3000),
  quiet: Math.min(4000, objects >> 1),
};

const report = await runArchiveStorm(plan);
const faults = archiveStormFaults(plan, report);
process.stdout.write(`${JSON.stringify(report, undefined, 1)}\n`);
process.stdout.write(faults.length === 0 ? 'Nothing was lost.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
