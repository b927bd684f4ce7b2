import { expect, test } from 'vitest';
import { runStorm, type StormPlan, stormFaults } from './storm/storm.ts';

/** A small form of `npm run bench -- storm`. */
const PLAN: StormPlan = {
  documents: 300,
  keys: 6,
  workers: 3,
  killEveryMs: 2000,
  kills: 4,
  restarts: 2,
  restartEveryMs: 5000,
  receiverDownMs: 6000,
  timeScale: 100,
  deadMs: 3000,
  documentMs: [20, 100],
  limitMs: 200_000,
};

test('workers are killed, PostgreSQL restarts and the receiver is down: one result each, every event, nothing lost', async () => {
  const report = await runStorm(PLAN);
  expect(stormFaults(PLAN, report), JSON.stringify(report)).toEqual([]);
  expect(report.killed).toBeGreaterThanOrEqual(PLAN.kills);
  expect(report.refused).toBeGreaterThan(0);
});
