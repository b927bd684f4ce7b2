// The whole storm: `npm run bench -- storm [DOCUMENTS]`.
import { runStorm, type StormPlan, stormFaults } from './storm.ts';

const MINUTE = 60_000;
const plan: StormPlan = {
  documents: Number(process.argv[2] ?? 10_000),
  keys: 20,
  workers: 4,
  killEveryMs: 5000,
  kills: [1, Number.POSITIVE_INFINITY],
  restarts: 5,
  restartEveryMs: 10_000,
  // Ten minutes of the schedule.
  receiverDownMs: 10_000,
  timeScale: 60,
  deadMs: 5000,
  documentMs: [20, 200],
  limitMs: 60 * MINUTE,
};

const report = await runStorm(plan);
const faults = stormFaults(plan, report);
process.stdout.write(`${JSON.stringify(report, undefined, 1)}\n`);
process.stdout.write(faults.length === 0 ? 'Nothing was lost.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
