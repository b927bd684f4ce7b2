import { expect, test } from 'vitest';
import { ForegroundPriority } from './foreground-priority.ts';

test('whoever asks goes on when the last one who had the right of way lets go', async () => {
  const way = new ForegroundPriority();
  await way.whenIdle();
  const [first, second] = [way.acquire(), way.acquire()];
  const steps: string[] = [];
  const asked = way.whenIdle().then(() => steps.push('went on'));
  first();
  first();
  await new Promise((resolve) => setTimeout(resolve));
  steps.push('one let go');
  second();
  await asked;
  expect(steps).toEqual(['one let go', 'went on']);
});

test('taken again before it was heard, it is waited for again', async () => {
  const way = new ForegroundPriority();
  const letGo = way.acquire();
  let isThrough = false;
  const asked = way.whenIdle().then(() => {
    isThrough = true;
  });
  letGo();
  const again = way.acquire();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isThrough).toBe(false);
  again();
  await asked;
});
