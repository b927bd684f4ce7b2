import { expect, test } from 'vitest';
import { type MeasuredClass, predict } from './predict.ts';
import { RepeatedContents } from './repeated-contents.ts';
import { Sampler } from './sampler.ts';

const object = (n: number) => ({ key: `${n}.pdf`, size: 1000 + ((n * 7919) % 300_000), version: '' });
/** Saves a quarter to three quarters, and takes longer the larger it is. */
const measured = ({ size, key }: ReturnType<typeof object>) => {
  const part = 0.25 + ((Number.parseInt(key, 10) * 31) % 101) / 202;
  return { bytes: size, savedBytes: Math.round(size * part), cpuMs: 10 + size / 10_000, repeatMs: 0 };
};

test('a sample of 200 of 20,000 is near the truth, which lies in its range', () => {
  const sampler = new Sampler(200);
  const all = Array.from({ length: 20_000 }, (_, n) => object(n));
  for (const each of all) sampler.offer(each, false);
  const classes = sampler.classes().map(({ sample, ...counts }) => ({
    ...counts,
    documents: sample.map((each) => measured(each as ReturnType<typeof object>)),
  }));
  const { sampled, savedBytes, cpuSeconds } = predict(classes);
  expect(sampled).toBeGreaterThan(190);
  expect(sampled).toBeLessThan(260);
  const truth = all.map(measured);
  const saved = truth.reduce((sum, each) => sum + each.savedBytes, 0);
  expect(Math.abs(savedBytes.likely / saved - 1)).toBeLessThan(0.05);
  expect([savedBytes.low < saved, savedBytes.high > saved]).toEqual([true, true]);
  const cpu = truth.reduce((sum, each) => sum + each.cpuMs, 0) / 1000;
  expect(Math.abs(cpuSeconds.likely / cpu - 1)).toBeLessThan(0.05);
});

test('the same list in any order gives the same sample, and the same prediction', () => {
  const [one, other] = [new Sampler(50), new Sampler(50)];
  for (let n = 0; n < 5000; n++) {
    one.offer(object(n), false);
    other.offer(object(4999 - n), false);
  }
  expect(other.classes()).toEqual(one.classes());
});

test('nothing is uncertain where everything was sampled; equal contents take time once', () => {
  const documents = [object(1), object(2)].map(measured);
  const whole: MeasuredClass = { below: null, objects: 2, size: 3000, repeats: 0, documents };
  const { savedBytes } = predict([whole]);
  expect(savedBytes).toEqual({ likely: savedBytes.likely, low: savedBytes.likely, high: savedBytes.likely });
  // Enough to survive rounding to a tenth of a second.
  const slow = { ...whole, documents: documents.map((each) => ({ ...each, cpuMs: 1000 })) };
  expect(predict([{ ...slow, objects: 4, repeats: 2 }]).cpuSeconds.likely).toBe(2);
  expect(predict([])).toMatchObject({ sampled: 0, savedBytes: { likely: 0, low: 0, high: 0 } });
});

test('repeated contents are known in another process, others seldom look so', () => {
  const contents = new RepeatedContents();
  const added = Array.from({ length: 100_000 }, (_, n) => contents.add(`content ${n}`));
  expect(added.filter(Boolean).length).toBeLessThan(10);
  for (let n = 0; n < 100; n++) expect(contents.add(`content ${n}`)).toBe(true);
  const read = RepeatedContents.fromBytes(contents.toBytes());
  const looksRepeated = Array.from({ length: 100_000 }, (_, n) => read.isRepeated(`content ${n}`));
  expect(looksRepeated.slice(0, 100).every(Boolean)).toBe(true);
  expect(looksRepeated.filter(Boolean).length).toBeLessThan(110);
});
