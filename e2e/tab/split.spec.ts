import { dividedFile } from '../../shared/testing/documents/divided-file.ts';
import { openInPdfium } from '../../shared/testing/oracles/pdfium-render.ts';
import { zipContents } from '../../shared/testing/zip-contents.ts';
import { faultsOf, told } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('any file can be split by hand, with the keyboard alone, and says before what is lost', {
  tag: '@phone',
}, async ({ compressPage, page }) => {
  const viewport = page.viewportSize();
  await compressPage.open();
  await compressPage.choose({ name: 'book.pdf', bytes: Buffer.from(dividedFile(7)) });
  await compressPage.settled();
  await compressPage.fromMenu('book.pdf', 'Split…');
  const dialog = page.getByRole('dialog', { name: 'Split “book.pdf”' });
  await expect(dialog).toContainText('7 pages. Every page is in exactly one part.');

  // Balanced parts under a size, with bytes that were made, not guessed.
  await expect(dialog.getByRole('button', { name: 'Split into 2 parts' })).toBeEnabled();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog).not.toContainText('≈');

  await dialog.getByRole('radio', { name: 'Every n pages' }).press('Space');
  await dialog.getByLabel('Pages per part').fill('3');
  await dialog.getByLabel('Pages per part').press('Enter');
  await expect(dialog.getByRole('slider')).toHaveCount(2);
  const first = dialog.getByRole('slider', { name: 'Cut 1' });
  await first.press('ArrowLeft');
  await expect(first).toHaveAttribute('aria-valuetext', /^After page 2, “.*” begins$/);
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ links would no longer work\.$/);
  expect(told(await faultsOf(page))).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  if (viewport !== null) await page.setViewportSize(viewport);
  const split = dialog.getByRole('button', { name: 'Split into 3 parts' });
  await expect(split).toBeEnabled();
  await expect(dialog).not.toContainText('≈');
  const shown = await dialog.getByRole('listitem').locator('.num').allTextContents();
  await split.press('Enter');

  const row = compressPage.row('book.pdf');
  // On phones the row's own line opens the rest.
  const unfold = row.locator('.unfold');
  await expect(unfold.or(row.getByRole('status')).filter({ visible: true }).first()).toBeVisible();
  await compressPage.unfold('book.pdf');
  await expect(row.getByRole('status')).toContainText(/^3 parts/);
  const parts = zipContents((await compressPage.save('book.pdf')).bytes);
  const sizes: string[] = [];
  const counts: number[] = [];
  for (const bytes of parts.values()) {
    const part = await openInPdfium(new Uint8Array(bytes));
    counts.push(part.pageCount);
    sizes.push(`${(bytes.length / 1000).toFixed(1)}\u00a0KB`);
    part.close();
  }
  expect(counts).toEqual([2, 4, 1]);
  expect(sizes).toEqual(shown);

  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('3 parts');
});
