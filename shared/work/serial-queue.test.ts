import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('pieces run in the order in which they were asked for, each behind a pause of its own', async () => {
  const seen: string[] = [];
  const inTurn = createSerialQueue(async () => {
    seen.push('pause');
    await new Promise(setImmediate);
    seen.push('heard');
  });
  const results = ['a', 'b', 'c'].map((piece) => inTurn(() => seen.push(piece)));
  expect(seen).not.toContain('a');
  await Promise.all(results);
  expect(seen).toEqual(['a', 'b', 'c'].flatMap((piece) => ['pause', 'heard', piece]));
});

test('a piece that throws tells whoever asked for it, and keeps no other from running', async () => {
  const inTurn = createSerialQueue(async () => {});
  const broken = inTurn(() => {
    throw new Error('of this piece');
  });
  const next = inTurn(() => 'done');
  await expect(broken).rejects.toThrow('of this piece');
  expect(await next).toBe('done');
});
