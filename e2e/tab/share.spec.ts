import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { nameOf, photoDocument, REAL_DOCUMENTS } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

const { invoice, newspaper } = REAL_DOCUMENTS;

interface Handed {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly start: string;
}

/** A system that shares PDFs of pages, as phones do. It records what was shared, until it is told to refuse. */
async function systemThatShares(page: Page) {
  await page.addInitScript(() => {
    const handed: Handed[][] = [];
    const system = { handed, answer: 'taken' };
    Object.assign(window, { system });
    Object.assign(Navigator.prototype, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'application/pdf'),
      share: async ({ files = [] }: ShareData) => {
        if (system.answer !== 'taken') throw new DOMException('no', system.answer);
        handed.push(
          await Promise.all(
            files.map(async (file) => ({
              name: file.name,
              type: file.type,
              size: file.size,
              start: await file.slice(0, 5).text(),
            })),
          ),
        );
      },
    });
  });
  type Window_ = Window & { readonly system: { handed: Handed[][]; answer: string } };
  return {
    handed: () => page.evaluate(() => (window as unknown as Window_).system.handed),
    answers: (answer: string) =>
      page.evaluate((next) => {
        (window as unknown as Window_).system.answer = next;
      }, answer),
  };
}

test('results are handed to the system, all of them or one, and count as saved', { tag: '@phone' }, async ({
  compressPage,
  page,
}) => {
  const system = await systemThatShares(page);
  await compressPage.open();
  await compressPage.choose(invoice, newspaper);
  await compressPage.settled();
  const row = compressPage.row(nameOf(newspaper));

  // Canceling the dialog saves nothing, and needs no message.
  await system.answers('AbortError');
  await compressPage.fromMenu(nameOf(newspaper), 'Share');
  await expect(row).not.toContainText('Saved');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await system.answers('NotAllowedError');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Download them instead.');
  await expect(row).not.toContainText('Saved');

  await system.answers('taken');
  await compressPage.fromMenu(nameOf(newspaper), 'Share');
  await expect(row).toContainText('Saved');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(compressPage.row(nameOf(invoice))).toContainText('Saved');

  const [one, all] = await system.handed();
  const { bytes, fileName } = await compressPage.save(nameOf(newspaper));
  const light = { name: fileName, type: 'application/pdf', size: bytes.length, start: '%PDF-' };
  expect(one).toEqual([light]);
  expect(all).toHaveLength(2);
  expect(all).toContainEqual(light);
});

test('each part of a file that was split is handed to the system on its own', { tag: '@phone' }, async ({
  compressPage,
  page,
}) => {
  const system = await systemThatShares(page);
  // Photos that can become neither JPEG nor smaller: softer settings would not help.
  await compressPage.open('/#size=150000&jpeg=false');
  const album = await photoDocument({ photos: 3, width: 300, height: 225 });
  await compressPage.choose({ name: 'album.pdf', bytes: album });
  await compressPage.settled();
  const row = compressPage.row('album.pdf');
  await compressPage.unfold('album.pdf');
  await row.getByRole('button', { name: /^Split into/ }).click();
  await row.getByRole('button', { name: 'Show parts' }).click();
  const share = row.getByRole('button', { name: 'Share album-light-2of3.pdf' });

  await system.answers('NotAllowedError');
  await share.click();
  await expect(page.getByRole('alert')).toContainText('Download them instead.');
  await system.answers('taken');
  await share.click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download album-light-2of3.pdf' }).click();
  const { size } = await stat(await (await downloading).path());
  expect(await system.handed()).toEqual([
    [{ name: 'album-light-2of3.pdf', type: 'application/pdf', size, start: '%PDF-' }],
  ]);
  // Sharing one part does not count as saving the file.
  await expect(row).not.toContainText('Saved');
});

test('where the system takes no files, nothing offers to share them', async ({ compressPage, page }) => {
  await page.addInitScript(() => Object.assign(Navigator.prototype, { canShare: () => false }));
  await compressPage.open();
  await compressPage.choose(invoice);
  await compressPage.settled();
  await compressPage.menuButton(nameOf(invoice)).click();
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
  await expect(page.getByText('Share', { exact: true })).toHaveCount(0);
});
