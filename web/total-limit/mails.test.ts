import { expect, test } from 'vitest';
import { zipOf } from '../save/zip.ts';
import { mailsOf } from './mails.ts';

const files = (...bytes: readonly number[]) =>
  bytes.map((size, id) => ({ id, name: `${id}-light.pdf`, bytes: size }));

const ids = (mails: ReturnType<typeof mailsOf>) => mails?.map((mail) => mail.map(({ id }) => id));

test('files go into few mails, each in the order of the list', () => {
  expect(ids(mailsOf(files(7000, 2000, 6000, 1000), 10_000))).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(ids(mailsOf(files(6000, 6000, 6000), 10_000))).toEqual([[0], [1], [2]]);
});

test('what one mail holds, or a file that none holds, is not sorted', () => {
  expect(mailsOf(files(2000, 3000), 10_000)).toBeNull();
  expect(mailsOf(files(2000, 11_000), 10_000)).toBeNull();
  // A ZIP has an end: this file alone would be a little larger than the limit.
  expect(mailsOf(files(2000, 10_000 - 240), 10_000)).toBeNull();
});

test('a mail is no larger as a ZIP, however many small files with long names it holds', async () => {
  const many = Array.from({ length: 60 }, (_, id) => ({
    id,
    name: `a rather long name that somebody gave to a file, in a folder of its own, ünïcödé ${id}.pdf`,
    bytes: 50,
  }));
  const mails = mailsOf(many, 8000) ?? [];
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
