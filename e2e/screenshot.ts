import { join } from 'node:path';
import { nameOf, REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

test('takes the picture of the README', async ({ compressPage, page }) => {
  const documents = Object.values(REAL_DOCUMENTS);
  await compressPage.open();
  await compressPage.choose(...documents);
  for (const path of documents) await expect(compressPage.downloadButton(nameOf(path))).toBeVisible();
  for (const path of documents)
    await expect(compressPage.row(nameOf(path))).toContainText(/Looks the same|softer/);
  await expect(page.locator('.row-picture canvas')).toHaveCount(documents.length);
  await page.screenshot({
    path: join(import.meta.dirname, '../docs/screenshot.png'),
    animations: 'disabled',
  });
});
