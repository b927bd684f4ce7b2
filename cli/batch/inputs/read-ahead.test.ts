import { expect, test } from 'vitest';
import { ReadAhead } from './read-ahead.ts';

async function* numbers(count: number, onAsked: (number: number) => void = () => {}) {
  for (let number = 0; number < count; number++) {
    onAsked(number);
    yield number;
  }
}

test('gives all items in their order, to several takers, each once', async () => {
  const ahead = new ReadAhead(numbers(5000), 100);
  const taken: number[] = [];
  const taker = async () => {
    for (let item = await ahead.take(); item !== undefined; item = await ahead.take()) taken.push(item);
  };
  await Promise.all([taker(), taker(), taker()]);
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, number) => number));
  expect(ahead.isEnded).toBe(true);
});

test('is never further ahead than it may be', async () => {
  let asked = 0;
  const ahead = new ReadAhead(
    numbers(1000, (number) => {
      asked = number;
    }),
    10,
  );
  for (let taken = 0; taken < 1000; taken++) {
    await ahead.take();
    expect(asked - taken).toBeLessThanOrEqual(11);
  }
});

test('what the source throws is thrown after what it gave', async () => {
  const failing = async function* () {
    yield 1;
    throw new Error('the disk is gone');
  };
  const ahead = new ReadAhead(failing(), 10);
  expect(await ahead.take()).toBe(1);
  await expect(ahead.take()).rejects.toThrow('the disk is gone');
});
