import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunLock } from './run-lock.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'pagelight-lock-'));
});
afterEach(() => rm(state, { recursive: true }));

const nobody = { onWait: () => expect.unreachable(), pause: () => expect.unreachable() };
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

function claim(number: string, pid: number, content: object): void {
  mkdirSync(join(state, 'locks'), { recursive: true });
  writeFileSync(join(state, 'locks', `${number}-${host}-${pid}-0123456789ab.claim`), JSON.stringify(content));
}

test('runs over other files go on beside each other, one over the same waits and is told for whom', async () => {
  const lock = new RunLock(state);
  const first = await lock.take(['/archive/2023'], nobody);
  (await lock.take(['/archive/2024', '/archive/2023.pdf'], nobody))();
  let waited = 0;
  const told: string[] = [];
  const second = lock.take(['/archive/2023/deep/a.pdf'], {
    onWait: ({ path, pid }) => told.push(`${path} ${pid}`),
    pause: async () => {
      waited += 1;
      if (waited === 3) first();
    },
  });
  (await second)();
  expect([waited, told]).toEqual([3, [`/archive/2023/deep/a.pdf ${process.pid}`]]);
  expect(readdirSync(join(state, 'locks'))).toEqual([]);
});

test('of many that want the same each has it alone', async () => {
  let inside = 0;
  const most: number[] = [];
  const lock = new RunLock(state);
  const pause = () => new Promise((resolve) => setImmediate(resolve));
  const one = async () => {
    const release = await lock.take(['/archive'], { onWait() {}, pause });
    inside += 1;
    most.push(inside);
    await pause();
    inside -= 1;
    release();
  };
  await Promise.all(Array.from({ length: 12 }, one));
  expect(most).toEqual(Array(12).fill(1));
});

test('the lock of a run that has died is taken over, also where another process has its number now', async () => {
  const roots = ['/archive'];
  claim('000001', 2 ** 22 + 1, { roots, startedAt: '1' });
  claim('000002', process.pid, { roots, startedAt: '1' });
  const left = readdirSync(join(state, 'locks'));
  expect(left).toHaveLength(2);
  (
    await new RunLock(state).take(
      roots,
      process.platform === 'linux' ? nobody : { onWait() {}, pause: async () => {} },
    )
  )();
  expect(readdirSync(join(state, 'locks'))).toEqual([]);
});

test('who is interrupted while waiting leaves the line', async () => {
  const lock = new RunLock(state);
  const release = await lock.take(['/archive'], nobody);
  const pause = () => Promise.reject(new Error('interrupted'));
  await expect(lock.take(['/archive'], { onWait() {}, pause })).rejects.toThrow('interrupted');
  release();
  expect(readdirSync(join(state, 'locks'))).toEqual([]);
});
