import { nameOf, REAL_DOCUMENTS } from './documents.ts';
import { seriousFaults } from './serious-faults.ts';
import { expect, test } from './test.ts';

const { newspaper } = REAL_DOCUMENTS;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`start and results have no serious fault in ${colorScheme}`, { tag: '@phone' }, async ({
    compressPage,
    page,
  }) => {
    // Colours in the middle of a change are not what anybody reads.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await compressPage.open();
    expect(await seriousFaults(page)).toEqual([]);

    await compressPage.choose(newspaper, { name: 'letter.pdf', bytes: Buffer.from('plain text') });
    await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
}

test('a file can be compressed and saved with the keyboard alone', async ({ compressPage, page }) => {
  await compressPage.open();
  const input = page.getByLabel('Choose PDFs');
  // Asked for first: a chooser that opens before the browser is told to hand it over never comes.
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
