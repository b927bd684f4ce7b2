import { expect, test } from 'vitest';
import type { ImageCodecs } from '../image-codecs.ts';
import type { ImageResult, RecodeJob } from '../types.ts';
import { pageContext } from './page-context.ts';

const USUAL = { quality: 75, target: { width: 1275, height: 1650 }, excess: 2 };
const SOFTER = {
  storedBytes: 900,
  target: { width: 850, height: 1100 },
  excess: 1,
  settings: { quality: 50 },
  usual: USUAL,
} as unknown as RecodeJob;
const formOf = (bytes: number) =>
  ({
    kind: 'replaced',
    image: { space: { kind: 'same' }, data: { kind: 'dct', bytes: new Uint8Array(bytes) } },
  }) as ImageResult;

const savesEnough = (bytes: number, job: RecodeJob, asked: RecodeJob[] = []) =>
  pageContext(
    job,
    formOf(100),
    async (other) => {
      asked.push(other);
      return formOf(200);
    },
    {} as ImageCodecs,
  ).savesEnough(bytes);

test('a form that saves a third is used, and no other is made', async () => {
  const asked: RecodeJob[] = [];
  expect(await savesEnough(70, SOFTER, asked)).toBe(true);
  expect(asked).toEqual([]);
});

test('settings softer than the default never refuse a form that the default would use', async () => {
  const asked: RecodeJob[] = [];
  expect(await savesEnough(99, SOFTER, asked)).toBe(true);
  expect(asked).toEqual([
    { ...SOFTER, ...{ usual: undefined }, target: USUAL.target, excess: 2, settings: { quality: 75 } },
  ]);
});

test('a form is refused that is not smaller, or saves too little at the default settings', async () => {
  expect(await savesEnough(100, SOFTER)).toBe(false);
  const { usual, ...job } = SOFTER;
  expect(await savesEnough(71, job)).toBe(false);
  const context = pageContext(SOFTER, formOf(100), async () => formOf(120), {} as ImageCodecs);
  expect(await context.savesEnough(85)).toBe(false);
});
