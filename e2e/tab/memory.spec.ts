import { readFile, writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { photoDocument } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

test('what follows a result takes no more memory than the compression', async ({
  compressPage,
  page,
  browser,
}) => {
  await compressPage.open();
  const bytes = await photoDocument({ photos: 6, width: 1600, height: 1200 });
  await restartPeak(browser);
  await compressPage.choose({ name: 'photos.pdf', bytes });
  await compressPage.settled();
  const atWork = await peakMib(browser);
  await restartPeak(browser);
  // Page 1, the trial of a scan, and the estimates of the other presets: all is over when no worker is left.
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await peakMib(browser)).toBeLessThan(atWork * MEASURING_ERROR);
});

/** Garbage is collected when the browser likes. */
const MEASURING_ERROR = 1.05;

/** Resident memory of the page's process, in MiB: the largest since `restartPeak`, as Linux counts it. */
async function peakMib(browser: Browser): Promise<number> {
  const peaks = (await renderers(browser)).map(async (id) => {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(...(await Promise.all(peaks)));
}

async function restartPeak(browser: Browser): Promise<void> {
  // proc(5), /proc/pid/clear_refs.
  await Promise.all((await renderers(browser)).map((id) => writeFile(`/proc/${id}/clear_refs`, '5')));
}

async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
