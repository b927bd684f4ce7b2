import { scanDocument } from '../support/documents.ts';
import { faultsInBothSchemes } from '../support/faults.ts';
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
  await expect(row).toContainText(/Scans could be about [\d.]+ times smaller/);
  expect(await faultsInBothSchemes(page), 'with an offer').toEqual({ light: [], dark: [] });

  // It is previewed first, on the worst page alone; the result is unchanged.
  await row.getByRole('button', { name: 'Compare first' }).click();
  await expect(page.getByRole('heading', { name: 'scan.pdf' })).toBeVisible();
  const live = page.getByRole('region', { name: 'Settings for this file' });
  await expect(live.getByRole('status')).toContainText(/Page \d: .* → /);
  await expect(page.getByText('Of the current result, not of the settings you are trying.')).toBeVisible();
  expect(await faultsInBothSchemes(page), 'while trying').toEqual({ light: [], dark: [] });
  await live.getByRole('button', { name: 'Back to the result' }).click();
  // The page in view follows the sliders.
  await page.getByRole('button', { name: /^Page 1, / }).click();
  await live.getByRole('textbox', { name: 'Picture quality' }).press('ArrowDown');
  await expect(live.getByRole('status')).toContainText(/Page 1: /);
  await expect(page.getByText('Tried: quality 74')).toBeVisible();
  await expect(page.getByText('Of the result with quality 75, not of what you are trying.')).toBeVisible();
  await live.getByRole('button', { name: 'Back to quality 75' }).click();
  await page.getByRole('link', { name: 'All files' }).click();
  expect((await compressPage.save('scan.pdf')).bytes.equals(before.bytes)).toBe(true);

  await row.getByRole('button', { name: 'Compare first' }).click();
  await live.getByRole('button', { name: 'Use for the whole file' }).click();
  // Which page is in view depends on whether the worst one was known before the click.
  await page.getByRole('button', { name: /^Page 2, / }).click();
  await expect(page.getByText('Page 2 is stored as sharp text')).toBeVisible();

  // One page returns to its image, the other stays separated.
  await page.getByRole('button', { name: 'Undo on page 2' }).click();
  await expect(page.getByText('Page 2 is stored as sharp text')).toHaveCount(0);
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(row).toContainText('No letter was replaced');
  const separated = await compressPage.save('scan.pdf');
  expect(separated.bytes.length).toBeLessThan(before.bytes.length * 0.7);

  await row.getByRole('button', { name: /^Undo for scans/ }).click();
  await compressPage.settled();
  await expect(row).not.toContainText('No letter was replaced');
  expect((await compressPage.save('scan.pdf')).bytes.length).toBe(before.bytes.length);
  // A page with a choice of its own keeps it in the size that is offered.
  await expect(row.getByRole('button', { name: /^Use on 2 pages [\d.]+.KB/ })).toBeVisible();

  // Of the file as it came, black and white is smaller still.
  await page.getByRole('button', { name: 'Start over' }).click();
  await compressPage.choose({ name: 'scan.pdf', bytes: await scanDocument() });
  await compressPage.settled();
  await row.getByRole('radio', { name: /^Black on white [0-9]/ }).click();
  await row.getByRole('button', { name: 'Compare first' }).click();
  await live.getByRole('button', { name: 'Use for the whole file' }).click();
  await page.getByRole('button', { name: /^Page 1, / }).click();
  await expect(page.getByText('Page 1 is black on white')).toBeVisible();
  expect(await faultsInBothSchemes(page), 'with a page in ink').toEqual({ light: [], dark: [] });
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(row).toContainText('black on white now');
  expect((await compressPage.save('scan.pdf')).bytes.length).toBeLessThan(separated.bytes.length);
  await row.getByRole('button', { name: /^Undo for scans/ }).click();
  await compressPage.settled();

  // After a refusal the offer does not return, whatever else is done with the file.
  await row.getByRole('button', { name: /^Not now/ }).click();
  await expect(row).not.toContainText('times smaller');
});
