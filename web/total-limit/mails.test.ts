import { expect, test } from 'vitest';
import { zipOf } from '../save/zip.ts';
import { mailsOf } from './mails.ts';

const files = (...bytes: readonly number[]) =>
  bytes.map((size, id) => ({ id, name: `${id}-light.pdf`, bytes: size }));

const ids = (sorted: ReturnType<typeof mailsOf>) => sorted?.mails.map((mail) => mail.map(({ id }) => id));

test('files go into few mails, each in the order of the list', () => {
  expect(ids(mailsOf(files(7000, 2000, 6000, 1000), 10_000))).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(ids(mailsOf(files(6000, 6000, 6000), 10_000))).toEqual([[0], [1], [2]]);
});

test('what one mail holds is not sorted', () => {
  expect(mailsOf(files(2000, 3000), 10_000)).toBeNull();
});

test('a file that no mail holds stays out, and the others go', () => {
  const sorted = mailsOf(files(2000, 11_000, 9000), 10_000);
  expect(ids(sorted)).toEqual([[2], [0]]);
  expect(sorted?.tooLarge.map(({ id }) => id)).toEqual([1]);
  expect(mailsOf(files(11_000), 10_000)).toMatchObject({ mails: [], tooLarge: [{ id: 0 }] });
});

test('two files whose ZIP would just be too large go apart', () => {
  expect(ids(mailsOf(files(5000, 4600), 10_000))).toEqual([[0], [1]]);
});

test('a file just within the limit goes alone, since a ZIP of it would be larger', () => {
  expect(ids(mailsOf(files(20, 10_000), 10_000))).toEqual([[1], [0]]);
});

test('parts of one file may go into different mails', () => {
  const parts = files(6000, 6000).map((part) => ({ ...part, id: 7 }));
  expect(mailsOf(parts, 10_000)?.mails.map((mail) => mail.map(({ name }) => name))).toEqual([
    ['0-light.pdf'],
    ['1-light.pdf'],
  ]);
});

test('a mail is no larger as a ZIP, however many small files with long names it holds', async () => {
  const many = Array.from({ length: 60 }, (_, id) => ({
    id,
    name: `a rather long name that somebody gave to a file, in a folder of its own, ünïcödé ${id}.pdf`,
    bytes: 50,
  }));
  const mails = mailsOf(many, 8000)?.mails ?? [];
  expect(mails.flat()).toHaveLength(60);
  for (const mail of mails) {
    const zip = await zipOf(
      mail.map(({ name, bytes }) => ({
        path: name,
        blob: new Blob([new Uint8Array(bytes)]),
        lastModified: Date.UTC(2026, 10, 23),
      })),
      null,
    );
    expect(zip.size).toBeLessThanOrEqual(8000);
  }
});
