import { INITIAL_MESSAGES } from '../../web/text/i18n/catalog.ts';
import { LANGUAGE_CODES, type LanguageCode } from '../../web/text/i18n/language.ts';
import { LAZY_MESSAGES } from '../../web/text/i18n/more-words.ts';
import {
  attachedDocument,
  lockedDocument,
  photoDocument,
  REAL_DOCUMENTS,
  signedDocument,
} from '../support/documents.ts';
import { allFaults } from '../support/faults.ts';
import { pathsOf } from '../support/given-files.ts';
import { overflowingText, smallTargets } from '../support/spilled-text.ts';
import { expect, test } from '../support/test.ts';

const { newspaper, form } = REAL_DOCUMENTS;

/** The language with the longest texts. */
async function longestLanguage(): Promise<LanguageCode> {
  const lengths = await Promise.all(
    LANGUAGE_CODES.map(async (code) => {
      const words = [await INITIAL_MESSAGES[code](), await LAZY_MESSAGES[code]()];
      return { code, letters: JSON.stringify(words).length };
    }),
  );
  return lengths.reduce((longest, one) => (one.letters > longest.letters ? one : longest)).code;
}

// A phone: controls are as high as a finger.
test.use({ isMobile: true, hasTouch: true, viewport: { width: 320, height: 740 } });

for (const language of new Set<LanguageCode>([await longestLanguage(), 'de', 'ja', 'ar'])) {
  test(`at 320 pixels all words stay where they belong: ${language}`, async ({ page }) => {
    const spills: Record<string, readonly string[]> = {};
    const look = async (state: string) => {
      const found = [...(await overflowingText(page)), ...(await smallTargets(page))];
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (sideways > 0) found.push(`the page scrolls sideways by ${sideways}`);
      // From right to left nothing is lost for screen readers either. An open menu belongs to no landmark.
      if (language === 'ar' && state !== 'menu of a row') found.push(...(await allFaults(page)));
      if (found.length > 0) spills[state] = found;
    };

    await page.goto(`/?lang=${language}#size=150000`);
    await expect(page.locator('[data-engine="ready"]')).toBeAttached();
    await page.keyboard.press('Shift');
    await expect(page.locator('[data-engine="ready"][data-preview="here"]')).toBeAttached();
    await look('start');
    const folds = page.locator('aside.settings .fold-trigger');
    await folds.first().click();
    await folds.nth(1).click();
    await look('settings open');

    const made = (name: string, bytes: Buffer) => ({ name, bytes });
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(
        await pathsOf([
          made('a-rather-long-name-of-a-file-that-somebody-gave-it.pdf', await attachedDocument(200_000)),
          made('signed.pdf', await signedDocument('signed', 180_000)),
          made('album.pdf', await photoDocument({ photos: 5, width: 900, height: 675 })),
          made('locked.pdf', await lockedDocument('word')),
          made('letter.pdf', Buffer.from('plain text')),
        ]),
      );
    await expect(page.locator('.head:not(.working)')).toBeVisible();
    await look('results with a limit');
    const row = page.getByRole('listitem', { name: 'album.pdf' });
    // Why a file misses its limit, and what helps, is one press away.
    const heights = await page
      .locator('.file.done')
      .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(heights).toHaveLength(3);
    expect(Math.max(...heights), `heights of rows: ${heights}`).toBeLessThanOrEqual(96);
    for (const unfold of await page.locator('.unfold').all()) await unfold.click();
    await look('rows that say more');
    await row.locator('button[aria-haspopup="menu"]').click();
    await look('menu of a row');
    await page.getByRole('menuitem').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('settings of one file');
    await page.keyboard.press('Escape');
    await folds.first().click();
    await page.locator('aside.settings .card').last().click();
    await expect(page.locator('section.changed')).toBeVisible();
    await look('settings changed');

    await row.locator('a.compare').click();
    await expect(page.locator('.slide-stage:not(.only-file)')).toBeVisible();
    // The original stays on the left, also from right to left.
    await expect(page.locator('.slide-stage:not(.only-file)')).toHaveAttribute('dir', 'ltr');
    await look('page of a file');

    await page.goto(`/compare?lang=${language}`);
    const sheets = page.locator('.comparing .slip input[type="file"]');
    await expect(sheets).toHaveCount(2);
    await look('two files to compare');
    await sheets.first().setInputFiles([newspaper, form]);
    await expect(page.locator('#verdict-title')).toBeVisible();
    await look('two files compared');

    for (const address of ['how-files-are-checked', 'privacy', 'app', 'nonsense']) {
      await page.goto(`/${address}?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look(address);
    }
    expect(spills).toEqual({});
  });
}
