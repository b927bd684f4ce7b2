import { scanDocument } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

test('scans that could be far smaller say so, are separated when asked, and become what they were again', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  await compressPage.choose({ name: 'scan.pdf', bytes: await scanDocument() });
  await compressPage.settled();
  const before = await compressPage.save('scan.pdf');
  const row = compressPage.row('scan.pdf');
  await row
    .getByRole('button', { name: /^Scans can be about [\d.]+ times smaller: try and compare/ })
    .click();

  // It is looked at first: both stand side by side on the file's page.
  await expect(page.getByRole('heading', { name: 'scan.pdf' })).toBeVisible();
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(row).toContainText('no letter was replaced');
  const separated = await compressPage.save('scan.pdf');
  expect(separated.bytes.length).toBeLessThan(before.bytes.length * 0.7);

  await row.getByRole('button', { name: /^Scans as they were/ }).click();
  await compressPage.settled();
  await expect(row).not.toContainText('no letter was replaced');
  expect((await compressPage.save('scan.pdf')).bytes.equals(before.bytes)).toBe(true);
});
