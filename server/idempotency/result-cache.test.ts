import { expect, test } from 'vitest';
import { createResultCache, RESULT_TTL_MS } from './result-cache.ts';

test('kept files take bounded memory: the oldest goes first, and none that is very large stays', () => {
  const clock = { now: 0 };
  const kept = createResultCache(1000, () => clock.now);
  const answered = (bytes: number) => ({ bytes: new Uint8Array(bytes), report: {} }) as never;
  const lengths = () => ['a', 'b', 'c', 'd', 'e'].map((id) => kept.get(id)?.bytes.length);
  for (const id of ['a', 'b', 'c', 'd']) kept.set(id, answered(250));
  kept.set('e', answered(251));
  expect(lengths()).toEqual([250, 250, 250, 250, undefined]);
  kept.set('e', answered(10));
  expect(lengths()).toEqual([undefined, 250, 250, 250, 10]);
  clock.now = RESULT_TTL_MS;
  expect(lengths()).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
