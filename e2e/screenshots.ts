import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CompressPage } from './support/compress-page.ts';
import {
  lockedDocument,
  nameOf,
  photoDocument,
  REAL_DOCUMENTS,
  SLOW_PHOTOS,
  signedDocument,
} from './support/documents.ts';
import { expect, test } from './support/test.ts';

const PICTURES = join(import.meta.dirname, '../docs/web');
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Not tests: they take the screenshots of web/README.md (`npm run screenshot`). */
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pictures for the ${size} in ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        deviceScaleFactor: size === 'phone' ? 0.75 : 0.5,
        hasTouch: size === 'phone',
        isMobile: size === 'phone',
      });
      const page = await context.newPage();
      await takeAll(page, (name) =>
        page.screenshot({ path: join(PICTURES, `${name}-${size}-${colorScheme}.png`), fullPage: true }),
      );
      await context.close();
    });
  }
}

async function takeAll(page: Page, picture: (name: string) => Promise<unknown>): Promise<void> {
  const compressPage = new CompressPage(page);
  await compressPage.open();
  await picture('start');
  await hover(page, true);
  await picture('drag');
  await hover(page, false);

  const documents = Object.values(REAL_DOCUMENTS);
  const locked = { name: 'payslip.pdf', bytes: await lockedDocument('word') };
  const signed = { name: 'contract.pdf', bytes: await signedDocument('contract') };
  const letter = { name: 'letter.pdf', bytes: Buffer.from('Dear reader, this is plain text.') };
  await compressPage.choose(
    ...documents,
    { name: 'photos.pdf', bytes: await photoDocument(SLOW_PHOTOS) },
    locked,
  );
  await expect(compressPage.row('photos.pdf')).toContainText(/Images \d|→/);
  await picture('working');
  await compressPage.choose(signed, letter);
  await compressPage.settled();
  await expect(compressPage.row('photos.pdf')).toContainText(/Looks the same|softer|made smaller/);
  // Pictures of first pages come after the comparisons; phones have none.
  const pictures = page.locator('.files.pictured .file.done');
  await expect(pictures.locator('.row-picture canvas')).toHaveCount(await pictures.count());
  await picture('results');

  await page.getByRole('link', { name: `Compare ${nameOf(REAL_DOCUMENTS.form)}` }).click();
  await expect(page.getByText('pages drawn twice and compared.')).toBeVisible();
  await expect(page.locator('[data-painted]').first()).toBeAttached();
  await picture('file');
}

async function hover(page: Page, isOver: boolean): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const made = new DataTransfer();
    for (let index = 0; index < 7; index += 1) made.items.add(new File([''], `${index}.pdf`));
    return made;
  });
  await page.getByRole('main').dispatchEvent(isOver ? 'dragenter' : 'dragleave', { dataTransfer });
}
