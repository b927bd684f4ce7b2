import { expect, test } from 'vitest';
import { createEventLoopYield } from './event-loop-yield.ts';

test('each that waits for a turn gets one, also at the same time', async () => {
  const channel = new MessageChannel();
  const turn = createEventLoopYield(channel);
  const order: string[] = [];
  await Promise.all([turn().then(() => order.push('first')), turn().then(() => order.push('second'))]);
  await turn();
  expect(order).toEqual(['first', 'second']);
  channel.port1.close();
});
