import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/**
 * A measurement, not a test (`npm run bench -- page FOLDER --memory`): all PDFs of a folder at once. Memory after the
 * results (comparisons, estimates, trials of scans) as a ratio to the work's, each at its peak; and when the presets'
 * sizes are known. Linux only: sums the proportional set sizes of the browser's pages and services.
 */
const FOLDER = process.env.BENCH_FOLDER ?? '';
const RUNS = 3;
const SAMPLED_MS = 100;
/** Between two background tasks there may be no worker for a moment. */
const QUIET_MS = 2000;

const files = readdirSync(FOLDER)
  .filter((name) => name.toLowerCase().endsWith('.pdf'))
  .map((name) => join(FOLDER, name));

for (let run = 1; run <= RUNS; run += 1) {
  test(`run ${run}`, async ({ compressPage, page, browser }) => {
    test.setTimeout(0);
    await compressPage.open();
    const processes = await processesOf(browser);
    const idle = await pssMib(processes);
    const peaks = { work: 0, after: 0 };
    let phase: keyof typeof peaks = 'work';
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) {
        const mib = await pssMib(processes);
        peaks[phase] = Math.max(peaks[phase], mib);
        await new Promise((resolve) => setTimeout(resolve, SAMPLED_MS));
      }
    })();
    await compressPage.choose(...files);
    await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible({ timeout: 0 });
    phase = 'after';
    const [start, cpu] = [performance.now(), await cpuSeconds(browser)];
    await expect.poll(() => estimates(page), { timeout: 0 }).toBeGreaterThanOrEqual(3);
    const known = { wall: (performance.now() - start) / 1000, cpu: (await cpuSeconds(browser)) - cpu };
    await quiet(page);
    isOver = true;
    await sampling;
    const cells = [
      `idle ${Math.round(idle)} MiB`,
      `at work ${Math.round(peaks.work)}`,
      `after ${Math.round(peaks.after)} (ratio ${(peaks.after / peaks.work).toFixed(2)})`,
      `at the end ${Math.round(await pssMib(processes))}`,
      `presets' sizes after ${known.wall.toFixed(1)} s, ${known.cpu.toFixed(1)} s of CPU`,
    ];
    process.stdout.write(`${files.length} files: ${cells.join(', ')}\n`);
  });
}

/** The number of presets whose size is estimated. */
async function estimates(page: Page): Promise<number> {
  const texts = await page.locator('aside.settings :is(label, [role=radio])').allInnerTexts();
  return texts.filter((text) => text.includes('≈')).length;
}

async function quiet(page: Page): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < QUIET_MS) {
    await page.waitForTimeout(SAMPLED_MS);
    if (page.workers().length > 0) since = performance.now();
  }
}

async function processesOf(browser: Browser): Promise<readonly number[]> {
  const processInfo = await processInfoOf(browser);
  return processInfo.filter(({ type }) => type === 'renderer' || type === 'utility').map(({ id }) => id);
}

async function pssMib(processes: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    processes.map(async (id) => {
      const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s*(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
    }),
  );
  return sizes.reduce((sum, mib) => sum + mib, 0);
}

async function cpuSeconds(browser: Browser): Promise<number> {
  const processInfo = await processInfoOf(browser);
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function processInfoOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}
