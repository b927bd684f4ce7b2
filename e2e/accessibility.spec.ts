import {
  lockedDocument,
  nameOf,
  photoDocument,
  REAL_DOCUMENTS,
  SLOW_PHOTOS,
  signedDocument,
} from './support/documents.ts';
import { faultsInBothSchemes } from './support/faults.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

const NO_FAULT = { light: [], dark: [] };

test('no moment of the page has a fault, in the light or in the dark', { tag: '@phone' }, async ({
  compressPage,
  page,
}) => {
  test.slow();
  // Skips color transitions: axe would measure intermediate colors.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await compressPage.open('/#q=100&d=1000000&dpi=0&jpeg=false');
  expect(await faultsInBothSchemes(page), 'at the start').toEqual(NO_FAULT);

  await compressPage.choose(
    newspaper,
    { name: 'letter.pdf', bytes: Buffer.from('plain text') },
    { name: 'locked.pdf', bytes: await lockedDocument('word') },
    { name: 'signed.pdf', bytes: await signedDocument('signed') },
    { name: 'photos.pdf', bytes: await photoDocument(SLOW_PHOTOS) },
  );
  await expect(compressPage.progressOf('photos.pdf')).toHaveAttribute('aria-valuetext', /^Images/);
  expect(await faultsInBothSchemes(page), 'while working').toEqual(NO_FAULT);
  await compressPage.cancelButton('photos.pdf').click();

  await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
  await compressPage.fromMenu(nameOf(newspaper), 'Details');
  await compressPage.row('letter.pdf').getByRole('button', { name: 'Remove' }).click();
  // Under the focus it stays.
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  expect(await faultsInBothSchemes(page), 'at the end').toEqual(NO_FAULT);
  // The page itself never scrolls horizontally.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();

  // Without a comparison there is no page for its settings.
  const opener = compressPage.menuButton('signed.pdf');
  await compressPage.fromMenu('signed.pdf', 'Settings for this file');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await faultsInBothSchemes(page), 'with a dialog').toEqual(NO_FAULT);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a file can be compressed and saved with the keyboard alone', async ({ compressPage, page }) => {
  await compressPage.open();
  const input = page.getByLabel('Choose PDFs');
  // Registered first: a file chooser that opens earlier is never reported.
  const chooser = page.waitForEvent('filechooser');
  await input.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(newspaper);

  const save = compressPage.downloadButton(nameOf(newspaper));
  await expect(save).toBeVisible();
  await save.focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('newspaper-gray-jpeg-light.pdf');
});
