import { writeFile } from 'node:fs/promises';
import { LARGE, photoDocument } from './support/documents.ts';
import { expect, test } from './support/test.ts';

/** Longer than this a person feels. */
const FELT_MS = 100;

/** No test but a measurement (`npm run bench -- page`): a machine that is busy otherwise says nothing about the page. */
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
  // By path: handed over by the test, its bytes would go through the very thread that is measured.
  const path = test.info().outputPath('photos.pdf');
  await writeFile(path, bytes);
  await compressPage.choose(path);
  await expect(compressPage.downloadButton('photos.pdf')).toBeVisible({ timeout: 150_000 });
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: readonly number[] }).longTasks);
  const longest = Math.max(0, ...tasks);
  const line = `${bytes.length} bytes: ${tasks.length} tasks over 50 ms, the longest ${longest} ms (aim: under ${FELT_MS} ms)`;
  process.stdout.write(`${line}\n`);
});
