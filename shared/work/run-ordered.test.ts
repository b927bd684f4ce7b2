import { expect, test } from 'vitest';
import { runOrdered } from './run-ordered.ts';

/** Work that ends under the test's control. */
function heldWork() {
  const started: number[] = [];
  const end = new Map<number, () => void>();
  const fail = new Map<number, (why: Error) => void>();
  const start = (item: number) => {
    started.push(item);
    return new Promise<string>((resolve, reject) => {
      end.set(item, () => resolve(`done ${item}`));
      fail.set(item, reject);
    });
  };
  return { started, start, end: (item: number) => end.get(item)!(), fail };
}

const same = (item: number) => item;
const turn = () => new Promise(setImmediate);

test('gives results in the order of the items, whichever ends first', async () => {
  const work = heldWork();
  const ahead = runOrdered([1, 2, 3], { items: 3, size: 100 }, same, work.start);
  for (const item of [3, 1, 2]) work.end(item);
  expect([await ahead.next(), await ahead.next(), await ahead.next()]).toEqual([
    'done 1',
    'done 2',
    'done 3',
  ]);
});

test('starts as many as there is room for, in order, also while the first is still under way', async () => {
  const work = heldWork();
  runOrdered([1, 2, 3, 4, 5], { items: 2, size: 100 }, same, work.start);
  expect(work.started).toEqual([1, 2]);
  work.end(2);
  await turn();
  expect(work.started).toEqual([1, 2, 3]);
  work.end(3);
  await turn();
  expect(work.started).toEqual([1, 2, 3, 4]);
});

test('holds no more pixels than there is room for, and one item always', async () => {
  const work = heldWork();
  runOrdered([60, 39, 2, 500, 1], { items: 9, size: 100 }, same, work.start);
  expect(work.started).toEqual([60, 39]);
  work.end(39);
  await turn();
  expect(work.started).toEqual([60, 39, 2]);
  work.end(60);
  await turn();
  expect(work.started).toEqual([60, 39, 2]);
  work.end(2);
  await turn();
  expect(work.started).toEqual([60, 39, 2, 500]);
  work.end(500);
  await turn();
  expect(work.started).toEqual([60, 39, 2, 500, 1]);
});

test('a failure is heard of when its turn comes', async () => {
  const work = heldWork();
  const ahead = runOrdered([1, 2], { items: 2, size: 100 }, same, work.start);
  work.fail.get(2)!(new Error('two'));
  await turn();
  work.end(1);
  expect(await ahead.next()).toBe('done 1');
  await expect(ahead.next()).rejects.toThrow('two');
});

test('starts nothing more once it is stopped', async () => {
  const work = heldWork();
  const ahead = runOrdered([1, 2, 3], { items: 1, size: 100 }, same, work.start);
  ahead.stop();
  work.end(1);
  expect(await ahead.next()).toBe('done 1');
  await turn();
  expect(work.started).toEqual([1]);
});
