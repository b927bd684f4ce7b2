import { expect, test } from 'vitest';
import { runStorm, type StormPlan, stormFaults } from './storm/storm.ts';

/** A small form of `npm run bench -- storm`. */
const PLAN: StormPlan = {
  documents: 240,
  keys: 6,
  workers: 3,
  killEveryMs: 1500,
  kills: [4, 4],
  restarts: 2,
  restartEveryMs: 4000,
  receiverDownMs: 5000,
  timeScale: 100,
  deadMs: 3000,
  documentMs: [20, 100],
  limitMs: 200_000,
};

test('workers are killed, PostgreSQL restarts and the receiver is down: one result each, every event, nothing lost', async () => {
  const report = await runStorm(PLAN);
  expect(stormFaults(PLAN, report), JSON.stringify(report)).toEqual([]);
  expect(report.killed).toBe(PLAN.kills[0]);
  expect(report.refused).toBeGreaterThan(0);
});
