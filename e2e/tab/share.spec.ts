import type { Page } from '@playwright/test';
import { nameOf, REAL_DOCUMENTS } from '../support/documents.ts';
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
