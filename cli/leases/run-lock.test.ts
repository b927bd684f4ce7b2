import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockPaths } from './run-lock.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'pagelight-lock-'));
});
afterEach(() => rm(state, { recursive: true }));

const nobody = { onWait: () => expect.unreachable(), pause: () => expect.unreachable() };
/** Locks; the clock stays. */
const names = () => readdirSync(join(state, 'locks')).filter((name) => !name.startsWith('.'));
/** No system gives a process this id. */
const NO_PROCESS = 2 ** 22 + 1;
const LONG_AGO = new Date(Date.now() - 120_000);

/** Writes the lock of another run, as this version and earlier ones do. */
function lockedBy(
  holder: { readonly host: string; readonly pid: number; readonly startedAt: string },
  time = new Date(),
) {
  mkdirSync(join(state, 'locks'), { recursive: true });
  const file = join(state, 'locks', `000001-abcdef-${holder.pid}-0123456789ab.claim`);
  writeFileSync(file, JSON.stringify({ ...holder, roots: ['/archive'] }));
  utimesSync(file, time, time);
}

test('runs over other files go on beside each other, one over the same waits and is told for whom', async () => {
  const first = await lockPaths(state, ['/archive/2023'], nobody);
  (await lockPaths(state, ['/archive/2024', '/archive/2023.pdf'], nobody))();
  let waited = 0;
  const told: string[] = [];
  const second = lockPaths(state, ['/archive/2023/deep/a.pdf'], {
    onWait: ({ path, pid }) => told.push(`${path} ${pid}`),
    pause: async () => {
      waited += 1;
      if (waited === 3) first();
    },
  });
  (await second)();
  expect([waited, told]).toEqual([3, [`/archive/2023/deep/a.pdf ${process.pid}`]]);
  expect(names()).toEqual([]);
});

test('of many that want the same each has it alone', async () => {
  let inside = 0;
  const most: number[] = [];
  const pause = () => new Promise((resolve) => setImmediate(resolve));
  const one = async () => {
    const release = await lockPaths(state, ['/archive'], { onWait() {}, pause });
    inside += 1;
    most.push(inside);
    await pause();
    inside -= 1;
    release();
  };
  await Promise.all(Array.from({ length: 12 }, one));
  expect(most).toEqual(Array(12).fill(1));
});

test.each([
  ['a process of this machine that has ended', { host: hostname(), pid: NO_PROCESS, startedAt: '1' }],
  ['another machine that is silent for long', { host: 'elsewhere', pid: 1, startedAt: '1' }, LONG_AGO],
])('the lock of %s is removed', async (_, holder, time?: Date) => {
  lockedBy(holder, time);
  (await lockPaths(state, ['/archive'], nobody))();
  expect(names()).toEqual([]);
});

test('a process with the id of one that has ended holds no lock, if the system says when it started', async () => {
  lockedBy({ host: hostname(), pid: process.pid, startedAt: '1' });
  const pause = () => Promise.reject(new Error('interrupted'));
  const locked = lockPaths(state, ['/archive'], { onWait() {}, pause });
  const saysStart = process.platform === 'linux';
  if (saysStart) (await locked)();
  else await expect(locked).rejects.toThrow('interrupted');
  expect(names()).toHaveLength(saysStart ? 0 : 1);
});

test.each([
  [
    'this machine, however long it is silent, as a stopped one is',
    { host: hostname(), pid: process.pid },
    LONG_AGO,
  ],
  ['another machine', { host: 'elsewhere', pid: 1 }],
])('a run waits for a process of %s', async (_, holder, time?: Date) => {
  lockedBy({ ...holder, startedAt: '' }, time);
  const pause = () => Promise.reject(new Error('interrupted'));
  await expect(lockPaths(state, ['/archive'], { onWait() {}, pause })).rejects.toThrow('interrupted');
  // Nothing of the run that was interrupted stays.
  expect(names()).toHaveLength(1);
});

test.each(['5', '{"host":"elsewhere","pid":1,"roots":7}', '{"host":"elsewhere","pid":1,"roots":[7]}'])(
  'a lock that says no paths (%s) holds all, until it is old',
  async (content) => {
    mkdirSync(join(state, 'locks'), { recursive: true });
    const file = join(state, 'locks', 'anybody.claim');
    writeFileSync(file, content);
    const pause = () => Promise.reject(new Error('interrupted'));
    await expect(lockPaths(state, ['/archive'], { onWait() {}, pause })).rejects.toThrow('interrupted');
    utimesSync(file, LONG_AGO, LONG_AGO);
    (await lockPaths(state, ['/archive'], nobody))();
    expect(names()).toEqual([]);
  },
);
