import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileLeases } from './file-leases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-leases-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DEAD_MS = 60_000;
/** Leases; the clock stays. */
const names = () => readdirSync(folder).filter((name) => !name.startsWith('.'));
/** No system gives a process this id. */
const NO_PROCESS = 2 ** 22 + 1;

function heldBy(holder: object, ageMs = 0): void {
  const file = join(folder, 'a');
  writeFileSync(file, JSON.stringify({ token: 'x', host: 'elsewhere', pid: 1, startedAt: '', ...holder }));
  const time = new Date(Date.now() - ageMs);
  utimesSync(file, time, time);
}

test('one of two has it, and the other once it is released', async () => {
  const [one, other] = [
    new FileLeases(folder, { deadMs: DEAD_MS }),
    new FileLeases(folder, { deadMs: DEAD_MS }),
  ];
  const lease = (await one.take('a'))!;
  expect(await other.take('a')).toBeUndefined();
  expect(lease.isHeld()).toBe(true);
  await lease.release();
  expect(lease.isHeld()).toBe(false);
  expect((await other.take('a'))?.isHeld()).toBe(true);
  // The first one's end takes nothing from the other.
  await lease.release();
  await one.close();
  expect(names()).toEqual(['a']);
  await other.close();
  expect(names()).toEqual([]);
});

test.each([
  ['a process of this machine that has ended', { host: hostname(), pid: NO_PROCESS }, 0, true],
  [
    'another process with the id of one that has ended',
    { host: hostname(), pid: process.pid, startedAt: '1' },
    0,
    true,
  ],
  ['a process of another machine that is silent for long', {}, 2 * DEAD_MS, true],
  ['a lease of another machine that is dated ahead, as by a wrong clock,', {}, -2 * DEAD_MS, true],
  ['a process of another machine', {}, 0, false],
  ['a process of this machine', { host: hostname(), pid: process.pid }, 0, false],
])('%s: is taken over or not', async (_, holder, ageMs, isFree) => {
  heldBy(holder, ageMs);
  const leases = new FileLeases(folder, { deadMs: DEAD_MS });
  expect((await leases.take('a')) !== undefined).toBe(isFree);
  await leases.close();
});

test('who was taken for dead knows it, and takes nothing from its successor', async () => {
  const [frozen, other] = [
    new FileLeases(folder, { deadMs: DEAD_MS }),
    new FileLeases(folder, { deadMs: DEAD_MS }),
  ];
  const lease = (await frozen.take('a'))!;
  heldBy({}, 2 * DEAD_MS);
  const successor = (await other.take('a'))!;
  expect(lease.isHeld()).toBe(false);
  let hasSealed = false;
  const seal = async () => {
    hasSealed = true;
  };
  expect([await lease.whileHeld(seal), hasSealed]).toEqual([false, false]);
  await lease.release();
  expect(successor.isHeld()).toBe(true);
  expect([await successor.whileHeld(seal), hasSealed]).toEqual([true, true]);
  await frozen.close();
  await other.close();
});

test('a lease that cannot be renewed, as on a share that is gone, neither ends the process nor keeps others old', async () => {
  const leases = new FileLeases(folder, { deadMs: 5 });
  const [lost, kept] = [join(folder, 'a'), join(folder, 'b')];
  writeFileSync(join(folder, '.probe'), '');
  // Systems give out the lowest free descriptor.
  const descriptor = openSync(join(folder, '.probe'), 'r');
  closeSync(descriptor);
  leases.takeNow('a');
  expect(fstatSync(descriptor).ino).toBe(statSync(lost).ino);
  closeSync(descriptor);
  expect(openSync(lost, 'r')).toBe(descriptor);
  leases.takeNow('b');
  utimesSync(kept, 1, 1);
  while (statSync(kept).mtimeMs === 1000) await nextTurn();
  await leases.close();
  expect(names()).toEqual([]);
});
