import { readFile } from 'node:fs/promises';
import { damagedDocument, lockedDocument, nameOf, REAL_DOCUMENTS } from './documents.ts';
import { expect, test } from './test.ts';

const { invoice } = REAL_DOCUMENTS;

test('every file that cannot be done says why, and the others go on', async ({ compressPage }) => {
  const truncated = (await readFile(invoice)).subarray(0, 2000);
  await compressPage.open();
  await compressPage.choose(
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'letter.pdf', bytes: Buffer.from('Dear reader, this is plain text.') },
    { name: 'no-pages.pdf', bytes: damagedDocument() },
    { name: 'cut-off.pdf', bytes: truncated },
    { name: 'locked.pdf', bytes: await lockedDocument('open sesame') },
    invoice,
  );

  await expect(compressPage.row('empty.pdf')).toContainText('This file is empty.');
  await expect(compressPage.row('letter.pdf')).toContainText('This file is not a PDF');
  await expect(compressPage.row('no-pages.pdf')).toContainText('Your original is untouched.');
  await expect(compressPage.row('cut-off.pdf')).toContainText('Your original is untouched.');
  await expect(compressPage.row('locked.pdf')).toContainText('Needs its password.');
  for (const name of ['empty.pdf', 'letter.pdf', 'no-pages.pdf', 'cut-off.pdf', 'locked.pdf']) {
    await expect(compressPage.downloadButton(name)).toHaveCount(0);
  }
  const { bytes } = await compressPage.save(nameOf(invoice));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});
