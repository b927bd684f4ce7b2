import { writeFile } from 'node:fs/promises';
import { LARGE, photoDocument } from './support/documents.ts';
import { expect, test } from './support/test.ts';

/** Users notice longer delays. */
const FELT_MS = 100;

/** A measurement, not a test (`npm run bench -- page`): on a busy machine it says nothing about the page. */
test('how long the page’s own thread is held up while 34 MB are compressed', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  const bytes = await photoDocument(LARGE);
  // Passed by path: bytes passed by the test would go through the very thread that is measured.
  const path = test.info().outputPath('photos.pdf');
  await writeFile(path, bytes);
  await compressPage.choose(path);
  await expect(compressPage.downloadButton('photos.pdf')).toBeVisible({ timeout: 150_000 });
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: readonly number[] }).longTasks);
  const longest = Math.max(0, ...tasks);
  const line = `${bytes.length} bytes: ${tasks.length} tasks over 50 ms, the longest ${longest} ms (aim: under ${FELT_MS} ms)`;
  process.stdout.write(`${line}\n`);
});

test('how soon the first page follows a slider', async ({ compressPage, page }) => {
  await compressPage.open();
  const bytes = await photoDocument({ photos: 1, width: 1600, height: 1200 });
  await compressPage.choose({ name: 'photo.pdf', bytes });
  await compressPage.settled();
  await page.getByRole('link', { name: /^Compare photo/ }).click();
  const live = page.getByRole('region', { name: 'Settings for this file' });
  const quality = live.getByRole('textbox', { name: 'Picture quality' });
  const times: number[] = [];
  // The first one also extracts the page from the file.
  for (const value of [60, 40, 30, 20]) {
    await quality.fill(String(value));
    const said = await live.getByRole('status').textContent();
    times.push(
      await live.getByRole('status').evaluate(
        (status, before) =>
          new Promise<number>((resolve) => {
            const field = document.activeElement;
            const start = performance.now();
            new MutationObserver(() => {
              const text = status.textContent ?? '';
              if (text !== before && text.includes('→')) resolve(Math.round(performance.now() - start));
            }).observe(status, { subtree: true, childList: true, characterData: true });
            field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          }),
        said,
      ),
    );
  }
  process.stdout.write(`page 1 after a slider moved: ${times.join(', ')} ms (aim: under 1000 ms)\n`);
});
