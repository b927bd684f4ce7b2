import type { Locator, Page } from '@playwright/test';
import {
  denseDocument,
  lockedDocument,
  nameOf,
  photoDocument,
  REAL_DOCUMENTS,
  SLOW_PHOTOS,
  signedDocument,
  smallDocument,
} from './support/documents.ts';
import { faultsInBothSchemes } from './support/faults.ts';
import { pathsOf } from './support/given-files.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

const NO_FAULT = { light: [], dark: [] };

test('no moment of the page has a fault, in the light or in the dark', { tag: '@phone' }, async ({
  compressPage,
  page,
}) => {
  test.slow();
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
  // Before it is back, the next rows are not yet where a press would meet them.
  await expect(compressPage.row('letter.pdf')).toBeVisible();

  // Without a comparison there is no page for its settings.
  const opener = compressPage.menuButton('signed.pdf');
  await compressPage.fromMenu('signed.pdf', 'Settings for this file');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await faultsInBothSchemes(page), 'with a dialog').toEqual(NO_FAULT);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await compressPage.row(nameOf(newspaper)).focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: nameOf(newspaper) });
  await expect(look.getByRole('img', { name: 'Page 1, original' })).toBeVisible();
  expect(await faultsInBothSchemes(page), 'with a quick look').toEqual(NO_FAULT);
  await page.keyboard.press('Escape');
  await expect(look).toBeHidden();
});

test('files are compressed, looked at, brought under a limit, renamed, removed and saved with the keyboard alone', async ({
  compressPage,
  page,
}) => {
  await compressPage.open('/#size=7000');
  const keys = keyboardOf(page);
  const row = (name: string) => compressPage.row(name);
  const headline = page.locator('#work-headline');

  // Registered first: a file chooser that opens earlier is never reported.
  const chooser = page.waitForEvent('filechooser');
  await keys.tabTo(page.getByLabel('Choose PDFs'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(
    await pathsOf([
      { name: 'long.pdf', bytes: await denseDocument(4, 3000) },
      { name: 'text.pdf', bytes: await smallDocument('text') },
    ]),
  );
  await expect(headline).toHaveText('1 fits, 1 does not');
  await expect(headline).toBeFocused();

  // A remedy: the button goes, the focus stays in the row.
  const split = row('long.pdf').getByRole('button', { name: 'Split into 2 parts' });
  await expect(split).toBeVisible();
  await keys.pressOn(split);
  await expect(headline).toHaveText('2 of 2 fit under 7\u00a0KB');
  await expect(row('long.pdf')).toBeFocused();

  // The file's page, its pages, and back.
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'long.pdf' })).toBeFocused();
  const stage = page.getByRole('group', { name: /^Page 1/ });
  await keys.tabTo(stage);
  await page.keyboard.press(']');
  await expect(page.getByText('Page 2 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('+');
  await expect(page.getByRole('group', { name: 'Zoom' })).toContainText('%');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'text.pdf' })).toBeFocused();
  await keys.pressOn(page.getByRole('link', { name: 'All files' }));
  await expect(row('text.pdf').getByRole('link', { name: 'Compare' })).toBeFocused();

  await page.keyboard.press('F2');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await expect(row('Second.pdf')).toBeFocused();

  await keys.pressOn(compressPage.menuButton('Second.pdf'));
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(row('Second.pdf')).toHaveCount(0);
  await expect(headline).toBeFocused();
  await expect(page.getByText('Removed: text.pdf')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row('Second.pdf')).toBeVisible();

  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+D')]);
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  await keys.pressOn(page.getByRole('button', { name: 'Start over' }));
  await expect(page.getByRole('main')).toBeFocused();
  await keys.pressOn(page.getByRole('button', { name: 'Undo', exact: true }));
  await expect(headline).toBeFocused();
});

/** Moves the focus as a keyboard user does; what it reaches shows that it has it. */
function keyboardOf(page: Page) {
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 90 && !(await isFocused()); presses += 1)
      await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
    expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  };
  return {
    tabTo,
    pressOn: async (target: Locator) => {
      await tabTo(target);
      await page.keyboard.press('Enter');
    },
  };
}
