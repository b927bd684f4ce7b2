import { readFile } from 'node:fs/promises';
import { faultsOf, RULES_OF_COLOUR, told } from './support/axe.ts';
import { copiedBy } from './support/copied.ts';
import { photoDocument } from './support/documents.ts';
import { seriousFaults } from './support/faults.ts';
import { overflowingText } from './support/spilled-text.ts';
import { expect, test } from './support/test.ts';

test('the API pages say what the server itself says, page after page', { tag: '@phone' }, async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/docs');
  const docs = page.getByRole('navigation', { name: 'API docs' });
  await docs.getByRole('link', { name: 'Compress' }).click();
  await expect(page.getByRole('heading', { name: 'Compress a PDF' })).toBeVisible();
  const parameters = page.getByRole('region', { name: 'Parameters' });
  await expect(parameters.getByText('quality', { exact: true })).toBeVisible();
  await expect(parameters.getByText('1 to 100, default 75')).toBeVisible();
  await expect(page.getByText('422 encrypted_pdf')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Answers' })).toContainText('X-Compression-Ratio');
  expect(await seriousFaults(page)).toEqual([]);

  for (const [link, heading] of [
    ['Inspect', 'Inspect a PDF'],
    ['Errors', 'Errors'],
    ['Limits', 'Limits'],
    ['Overview', 'The API'],
  ] as const) {
    await docs.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
  await page.setViewportSize({ width: 320, height: 700 });
  for (const name of ['', 'compress', 'inspect', 'errors']) {
    await page.goto(`/docs/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, `pixels that /docs/${name} is too wide`).toBeLessThanOrEqual(0);
    expect(await overflowingText(page)).toEqual([]);
    await expect(docs.locator('[aria-current]')).toBeInViewport();
  }
  // The start is there too, but hidden.
  expect(asked.filter((url) => url.includes('/sample-'))).toEqual([]);
  const origin = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
});

test('a call is shown in each language, with the address of this server, and copied', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/inspect');
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('tabpanel').filter({ hasText: 'requests' });
  await expect(shown).toContainText('requests.post');
  const copied = await copiedBy(page.getByRole('button', { name: 'Copy' }));
  expect(copied).toContain(`"${baseURL}/api/v1/inspect"`);
  expect(copied).toBe(await shown.innerText());
});

test('the parts of a call have colours that everybody can read, and none where colours are forced', async ({
  page,
}) => {
  await page.goto('/docs/compress');
  const colours = () =>
    page.getByRole('tabpanel').evaluate((panel) => {
      const parts = [panel, ...panel.querySelectorAll('span')];
      return [...new Set(parts.map((part) => getComputedStyle(part).color))];
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const language of ['curl', 'TypeScript', 'Python', 'PowerShell']) {
      await page.getByRole('tab', { name: language }).click();
      expect((await colours()).length, language).toBeGreaterThan(2);
      // All other rules find the same in each: the test before has asked them.
      const faults = await faultsOf(page, { runOnly: { type: 'rule', values: RULES_OF_COLOUR } });
      expect(told(faults), `${language} in ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await colours()).toHaveLength(1);

  // The chosen language applies to the next page, too.
  await page.getByRole('link', { name: 'Inspect' }).click();
  await expect(page.getByRole('tab', { name: 'PowerShell' })).toHaveAttribute('aria-selected', 'true');
});

test('without the server the page says so and tries again', async ({ page }) => {
  await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 200, body: 'not JSON' }), {
    times: 1,
  });
  await page.goto('/docs/compress');
  await expect(page.getByText('could not be read')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Compress a PDF' })).toBeVisible();
});

test('a call is tried with a key and a PDF of one’s own, and what comes back is shown', async ({
  page,
  apiKey,
}) => {
  await page.goto('/docs/compress');
  const tryIt = page.getByRole('region', { name: 'Try it' });
  await tryIt.getByLabel('API key').fill(apiKey);
  await tryIt.getByLabel('PDF').setInputFiles({
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await photoDocument({ photos: 1, width: 400, height: 300 })),
  });
  await tryIt.getByRole('button', { name: 'Send' }).click();
  await expect(tryIt.getByRole('status')).toContainText('x-compression-ratio: 0.');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    tryIt.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await seriousFaults(page)).toEqual([]);
});
