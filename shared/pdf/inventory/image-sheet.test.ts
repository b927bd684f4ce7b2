import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspect, picturesOf } from '../../inspect.ts';
import { richFile } from '../../testing/documents/rich-document.ts';

test('one page for each image asked for, in that order, with its mask and nothing else of the file', async () => {
  const sheet = await inspect(await picturesOf(richFile(), [91, 90]));
  expect(sheet.document).toMatchObject({ pages: 2, forms: false, tagged: false });
  expect(sheet.features).toMatchObject({ links: 0, outlineItems: 0, attachments: 0 });
  expect(sheet.pageSizes).toEqual([{ widthPt: 144, heightPt: 144, pages: 2 }]);
  const drawn = sheet.images.filter(({ role }) => role === 'image');
  expect(drawn.map(({ width, softMask, pages }) => ({ width, isMasked: softMask !== null, pages }))).toEqual([
    { width: 32, isMasked: true, pages: [1] },
    { width: 32, isMasked: true, pages: [2] },
  ]);
});

test('a number that is no image gives a blank page', async () => {
  const sheet = await inspect(await picturesOf(richFile(), [10, 90]));
  expect(sheet.document.pages).toBe(2);
  expect(sheet.images.find(({ role }) => role === 'image')?.pages).toEqual([2]);
});

test('of a locked file it is in plain', async () => {
  const locked = new Uint8Array(
    readFileSync(new URL('../../fixtures/encrypted/r6-aes-256.pdf', import.meta.url)),
  );
  const sheet = await inspect(await picturesOf(locked, [1], { password: 'user' }));
  expect(sheet.security).toBeNull();
});
