import { join } from 'node:path';
import { nameOf, photoDocument, REAL_DOCUMENTS } from './documents.ts';
import { expect, test } from './test.ts';

test('takes the picture of the README', async ({ compressPage, page }) => {
  const { newspaper, seeThrough, form, invoice } = REAL_DOCUMENTS;
  await compressPage.open();
  await compressPage.choose(newspaper, seeThrough, form, invoice, {
    name: 'photos.pdf',
    bytes: await photoDocument({ photos: 1, width: 1600, height: 1200 }),
  });
  for (const name of [newspaper, seeThrough, form, invoice, 'photos.pdf'].map(nameOf)) {
    await expect(compressPage.downloadButton(name)).toBeVisible();
  }
  await page.screenshot({
    path: join(import.meta.dirname, '../docs/screenshot.png'),
    animations: 'disabled',
  });
});
