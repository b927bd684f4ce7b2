import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { serveHyper } from './support/hyper-site.ts';
import { expect, test } from './support/test.ts';

/**
 * A measurement, not a test (`npm run bench -- page FOLDER`): each PDF of a folder in the tab, compared with the
 * command and, if `HYPER_FOLDER` has it, with hyper-compress-wasm in a worker of the same browser. All on one machine,
 * sequentially.
 */
const FOLDER = process.env.BENCH_FOLDER ?? '';
const HYPER = process.env.HYPER_FOLDER;
/** All files at once, as when a folder is dropped, and nothing else. */
const TOGETHER = process.env.BENCH_TOGETHER === '1';
const COMMAND = join(import.meta.dirname, '../dist/package/pagelight.js');
/** Options that the tab's first preset adds to the API's defaults. */
const AS_THE_TAB = ['--min-dpi', '150'];

const files = readdirSync(FOLDER)
  .filter((name) => name.toLowerCase().endsWith('.pdf'))
  .sort();

const TINY = join(import.meta.dirname, '../shared/fixtures/real/invoice-pdfa3.pdf');
const STARTS = 11;

/** Time from the start of a worker to its first response, for a small document. */
test('the engine starts', async ({ compressPage, page }) => {
  await page.addInitScript(noteFirstAnswer);
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await compressPage.open();
    await compressPage.choose(TINY);
    await compressPage.settled();
    times.push(
      await page.evaluate(() => (window as unknown as { engine: { readonly ms: number } }).engine.ms),
    );
  }
  const ms = times.toSorted((one, other) => one - other);
  process.stdout.write(`first answer of a worker: ${ms[STARTS >> 1]} ms, median of ${STARTS}\n`);
});

if (TOGETHER) {
  test('all at once', async ({ compressPage, page, browser }) => {
    await compressPage.open();
    await watchWork(page);
    const before = await cpuSeconds(browser);
    await compressPage.choose(...files.map((file) => join(FOLDER, file)));
    await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible({ timeout: 900_000 });
    const { seconds, longest } = await workOf(page);
    const cpu = (await cpuSeconds(browser)) - before;
    process.stdout.write(
      `${files.length} files at once: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${await peakMib(browser)} MiB, longest task ${longest} ms\n`,
    );
  });
}

for (const file of TOGETHER ? [] : files) {
  test(file, async ({ compressPage, page, browser, context }, testInfo) => {
    const path = join(FOLDER, file);
    await compressPage.open();
    await watchWork(page);
    await compressPage.choose(path);
    await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible({ timeout: 170_000 });
    const { seconds, longest } = await workOf(page);
    const tab = await peakMib(browser);
    // Automatic work after the result, estimates and page comparison, is over when no worker is left.
    await expect.poll(() => page.workers().length).toBe(0);
    const compared = await peakMib(browser);
    await context.close();

    const command = await commandSeconds(path, testInfo.outputPath('out.pdf'));
    const cells = [
      `tab ${seconds.toFixed(1)} s`,
      `${tab} MiB, ${compared} with what follows`,
      `longest task ${longest} ms`,
      `command ${command.toFixed(1)} s (${(seconds / command).toFixed(2)} of it in the tab)`,
    ];
    if (HYPER !== undefined) {
      const hyper = await inHyper(browser, HYPER, path);
      cells.push(
        `hyper ${hyper.seconds.toFixed(1)} s (${(hyper.seconds / seconds).toFixed(2)} times the tab), ${hyper.mib} MiB`,
      );
    }
    process.stdout.write(`${file}: ${cells.join(', ')}\n`);
  });
}

/** Records the time from choosing a file to its result, and the longest task of the main thread meanwhile. */
async function watchWork(page: Page): Promise<void> {
  await page.evaluate(() => {
    const work = { seconds: 0, longest: 0 };
    Object.assign(window, { work });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        work.longest = Math.max(work.longest, Math.round(duration));
    }).observe({ type: 'longtask' });
    const isDone = () =>
      [...document.querySelectorAll('button')].some(({ textContent }) => textContent.includes('Start over'));
    document.addEventListener(
      'change',
      () => {
        const start = performance.now();
        new MutationObserver((_, observer) => {
          if (!isDone()) return;
          work.seconds = (performance.now() - start) / 1000;
          observer.disconnect();
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
}

function workOf(page: Page): Promise<{ readonly seconds: number; readonly longest: number }> {
  return page.evaluate(() => (window as unknown as { work: { seconds: number; longest: number } }).work);
}

/** Runs in the page: records the time from the start of its first worker to its first response. */
function noteFirstAnswer(): void {
  const engine = { ms: 0 };
  Object.assign(window, { engine });
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      const start = performance.now();
      super(...args);
      const note = () => {
        if (engine.ms === 0) engine.ms = Math.round(performance.now() - start);
      };
      this.addEventListener('message', note, { once: true });
    }
  };
}

async function commandSeconds(path: string, output: string): Promise<number> {
  const start = performance.now();
  await promisify(execFile)(process.execPath, [COMMAND, 'compress', path, output, ...AS_THE_TAB]);
  return (performance.now() - start) / 1000;
}

/** The engine is ready before the measurement starts, as the page's is. */
async function inHyper(
  browser: Browser,
  folder: string,
  path: string,
): Promise<{ readonly seconds: number; readonly mib: number }> {
  const { url, server } = await serveHyper(folder);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    const input = await page.evaluateHandle(() => document.body.appendChild(document.createElement('input')));
    await input.evaluate((field) => Object.assign(field, { type: 'file' }));
    await input.setInputFiles(path);
    const seconds = await input.evaluate(async (field) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      const answer = () =>
        new Promise((resolve, reject) => {
          worker.onmessage = resolve;
          worker.onerror = reject;
        });
      await answer();
      const start = performance.now();
      const bytes = await (field as HTMLInputElement).files![0]!.arrayBuffer();
      worker.postMessage(bytes, [bytes]);
      await answer();
      return (performance.now() - start) / 1000;
    });
    return { seconds, mib: await peakMib(browser) };
  } finally {
    await context.close();
    server.close();
  }
}

/** User and system time of the browser's processes so far, without ended ones. */
async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Peak memory of the browser's largest page, as Linux reports it. */
async function peakMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const peaks = await Promise.all(
    pages.map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    }),
  );
  return Math.round(Math.max(0, ...peaks) / 1024);
}
