import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { key } from '../pdf/objects.ts';
import { catalogOf } from '../pdf/page-tree.ts';
import { openDocument } from '../pdf/read/open.ts';
import { dividedFile } from '../testing/documents/divided-file.ts';
import { fileWithLostPage } from '../testing/documents/lost-page.ts';
import { openInPdfium } from '../testing/oracles/pdfium-render.ts';
import { splitDocument, withoutPages } from './split-document.ts';

const SETTINGS = { limits: DEFAULT_LIMITS, breakSignatures: false };

test('pages left out are gone with what leads to them; all others look, read and count as before', async () => {
  const file = dividedFile(7, [500]);
  const part = await withoutPages(file, [2, 3], SETTINGS);
  expect(part).toMatchObject({ firstPage: 1, lastPage: 7, attachments: 1 });
  expect(part.removedLinks).toBeGreaterThan(0);
  const [whole, rest] = [await openInPdfium(file), await openInPdfium(part.bytes)];
  const kept = [1, 4, 5, 6, 7];
  expect(rest.pageCount).toBe(kept.length);
  for (const [index, number] of kept.entries()) {
    expect(rest.text(index)).toBe(whole.text(number - 1));
    expect(rest.render(index, 72)).toEqual(whole.render(number - 1, 72));
  }
  whole.close();
  rest.close();
  const { trailer } = await openDocument(part.bytes, { limits: DEFAULT_LIMITS });
  // The labels were i, ii, 7, 8 …
  expect(String(catalogOf(trailer)?.lookup(key('PageLabels')))).toMatch(
    /\/Nums \[ 0 <<\n\/S \/r\n>> 1 <<\n\/S \/D\n\/St 8\n>> \]/,
  );
});

test('a damaged file cannot be split, but without its damaged pages it is a whole file', async () => {
  const file = fileWithLostPage();
  const limits = DEFAULT_LIMITS;
  expect((await openDocument(file, { limits })).incomplete).toBe(true);
  await expect(splitDocument(file, 100, SETTINGS)).rejects.toMatchObject({ problem: { reason: 'damaged' } });
  const { bytes, firstPage, lastPage } = await withoutPages(file, [2], SETTINGS);
  expect([firstPage, lastPage]).toEqual([1, 3]);
  const rest = await openDocument(bytes, { limits });
  expect([rest.incomplete, rest.repairs]).toEqual([false, []]);
});

test('a file of damaged pages alone has nothing left', async () => {
  await expect(withoutPages(fileWithLostPage(), [1, 2, 3], SETTINGS)).rejects.toMatchObject({
    problem: { code: 'cannot_split', reason: 'damaged' },
  });
});
