import { expect, test, vi } from 'vitest';
import { BackgroundTurns } from './background-turns.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const makeRoom = vi.fn();
  const turns = new BackgroundTurns(makeRoom);
  const begun: string[] = [];
  const take = async (name: string, isLarge: boolean) => {
    const end = await turns.take(isLarge);
    begun.push(name);
    return end;
  };
  return { makeRoom, begun, take };
}

test('small files take their turns side by side, and need no room', async () => {
  const { makeRoom, begun, take } = setUp();
  await Promise.all([take('one', false), take('other', false)]);
  expect(begun).toEqual(['one', 'other']);
  expect(makeRoom).not.toHaveBeenCalled();
});

test('a large file waits until it is alone, makes room, and holds up the next until it ends', async () => {
  const { makeRoom, begun, take } = setUp();
  const endSmall = await take('small', false);
  const large = take('large', true);
  await settled();
  expect(begun).toEqual(['small']);
  endSmall();
  // A second call has no effect.
  endSmall();
  const endLarge = await large;
  expect(makeRoom).toHaveBeenCalledOnce();
  const later = take('later', false);
  const another = take('another large', true);
  await settled();
  expect(begun).toEqual(['small', 'large']);
  endLarge();
  (await later)();
  await another;
  expect(begun).toEqual(['small', 'large', 'later', 'another large']);
});
