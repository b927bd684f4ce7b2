import type { Request } from '@playwright/test';
import { LANGUAGE_CODES } from '../../web/text/i18n/language.ts';
import { nameOf, REAL_DOCUMENTS } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

test('every language fits on a phone, says which it is, and loads no other', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const code of LANGUAGE_CODES) {
    const loaded: string[] = [];
    const note = (request: Request) => loaded.push(request.url());
    page.on('request', note);
    await page.goto(`/?lang=${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Expands more settings, which have the longest words.
    await page.locator('aside .fold-trigger').first().click();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.page *, .top *, .foot *')]
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 && element.closest('.desk') === null,
        )
        .map((element) => element.className),
    );
    expect(wide, code).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), code).toBe(0);
    page.off('request', note);
    expect(loaded.filter((url) => /\/first-[^/]*\.js$/.test(url)).length, code).toBe(1);
  }
});

test('another language keeps the list, and is kept', async ({ compressPage, page }) => {
  await compressPage.open();
  await compressPage.choose(newspaper);
  await compressPage.save(nameOf(newspaper));
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.getByRole('link', { name: `Vergleichen ${nameOf(newspaper)}` })).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { name: 'Datenschutz' })).toBeVisible();
});
