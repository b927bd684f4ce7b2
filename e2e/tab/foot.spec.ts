import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/test.ts';

const PACKAGE = join(import.meta.dirname, '../../package.json');

test('the foot leads to the source where the page was built with its address, and only there', async ({
  page,
}) => {
  const source = page.getByRole('contentinfo').getByRole('link', { name: 'Source code' });
  const { repository } = JSON.parse(await readFile(PACKAGE, 'utf8'));
  await page.goto('/');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
  await expect(source).toHaveCount(repository === undefined ? 0 : 1);

  const address = 'https://code.example/northquay/pagelight';
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/<link rel="code-repository"[^>]*>/, '');
    const body = html.replace('</head>', `<link rel="code-repository" href="${address}"></head>`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/');
  await expect(source).toHaveAttribute('href', address);
});

test('the foot is below the lamp and inside the window', async ({ page }) => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Privacy' })).toBeVisible();
    const lampEnd = await page.locator('.desk').evaluate((desk) => {
      const lamp = getComputedStyle(desk, '::before');
      return desk.getBoundingClientRect().bottom - Number.parseFloat(lamp.bottom);
    });
    for (const link of await foot.getByRole('link').all()) {
      expect((await link.boundingBox())?.y, await link.innerText()).toBeGreaterThanOrEqual(lampEnd);
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
});
