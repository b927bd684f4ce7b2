import { expect, test } from 'vitest';
import type { ResultParts } from '../jobs/job.ts';
import { PendingParts } from '../jobs/pending-parts.ts';
import { Splits } from './splits.ts';

const part = { bytes: new Uint8Array(3), size: 3, firstPage: 1, lastPage: 1, removedLinks: 0 };

test('saving waits for every split, also where another one breaks', async () => {
  const pending = new PendingParts();
  const splits = new Splits(pending);
  const steps: string[] = [];
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const request = (input: Blob) => ({ input, limit: 10 }) as never;
  const queries = (split: () => Promise<unknown>) =>
    ({ split: () => ({ outcome: split() }), splitPlan: () => ({ outcome: split() }) }) as never;
  const done = (parts: ResultParts) => void steps.push(`${parts.files.length} part`);
  const broken = splits.begin(
    queries(() => Promise.reject(new Error('its worker died'))),
    request(new Blob(['a'])),
    done,
  );
  const whole = splits.begin(
    queries(async () => {
      await slow;
      return { kind: 'finished', value: [part] };
    }),
    request(new Blob(['b'])),
    done,
  );
  const settled = pending.settled().then(() => steps.push('saved'));
  await expect(broken).rejects.toThrow('its worker died');
  finish();
  await Promise.all([whole, settled]);
  expect(steps).toEqual(['1 part', 'saved']);
  await pending.settled();
});
