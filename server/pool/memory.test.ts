import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownMemoryBytes, watchMemory } from './memory.ts';

const MIB = 1024 * 1024;

/**
 * Allocates 64 MiB on request, and listens on: without a listener it would end. A separate process: one that ran other
 * tests may have that much free already.
 */
const HOLDS = `
  process.on('message', () => {
    globalThis.held = Buffer.alloc(64 * ${MIB}, 1);
    process.send('held');
  });
  process.send('up');
`;

test('a process has what it holds for itself, and one that ended nothing that can be told', async () => {
  const holder = spawn(process.execPath, ['-e', HOLDS], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(holder, 'message');
  const before = ownMemoryBytes(holder.pid!)!;
  holder.send('hold');
  await once(holder, 'message');
  expect((ownMemoryBytes(holder.pid!)! - before) / MIB).toBeGreaterThan(60);

  holder.kill();
  await once(holder, 'exit');
  expect(ownMemoryBytes(holder.pid!)).toBeUndefined();
});

test.runIf(process.platform === 'linux')(
  'a process that ended has no memory before its parent knows',
  async () => {
    // The shell becomes a program that waits for no child.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [ended] = await once(parent.stdout, 'data');
    await expect.poll(() => ownMemoryBytes(Number(ended))).toBeUndefined();
    parent.kill();
    await once(parent, 'exit');
  },
);

test.runIf(process.platform === 'linux')('a look leaves no file open', () => {
  const before = readdirSync('/proc/self/fd').length;
  for (let look = 0; look < 50; look += 1) ownMemoryBytes(process.pid);
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 25);
});

test('looking often leaves nothing behind to be collected', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let look = 0; look < 500; look += 1) ownMemoryBytes(process.pid);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
});

test('who has too much is told of once; who ends meanwhile, and who stops watching, harms nobody', async () => {
  let beyond = 0;
  const stop = watchMemory(process.pid, 1, () => {
    beyond += 1;
  });
  await expect.poll(() => beyond).toBe(1);
  stop();
  stop();

  const ending = spawn(process.execPath, ['-e', '0']);
  const stopWatching = watchMemory(ending.pid!, 1e6, () => {
    beyond += 1;
  });
  await once(ending, 'exit');
  await expect.poll(() => ownMemoryBytes(ending.pid!)).toBeUndefined();
  stopWatching();
  expect(beyond).toBe(1);
});
