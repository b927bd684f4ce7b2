import type { Browser, Page } from '@playwright/test';
import { CompressPage } from './support/compress-page.ts';
import { LARGE, nameOf, photoDocument, REAL_DOCUMENTS, SLOW_PHOTOS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

/** Lossless is slow enough to be interrupted. */
const SLOW = '/#q=100&d=1000000&dpi=0&jpeg=false';

test('a worker that dies harms no other file, and there is a way on', async ({ browser }) => {
  await withOwnPage(browser, async (compressPage, page) => {
    await noteWorkers(page);
    await compressPage.open(SLOW);
    const bytes = await photoDocument(SLOW_PHOTOS);
    await endWorkersDuringImages(page, () => compressPage.choose({ name: 'photos.pdf', bytes }));
    await expect(compressPage.row('photos.pdf')).toContainText('The browser stopped working on this file');
    await compressPage.choose(newspaper);
    await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();

    await page.getByRole('button', { name: 'Try low-memory mode photos.pdf' }).click();
    await expect(compressPage.row('photos.pdf')).toContainText('Low-memory mode');
    await compressPage.cancelButton('photos.pdf').click();
    await expect(compressPage.row('photos.pdf')).toContainText('Cancelled. Nothing was changed.');
    await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
  });
});

test('a file without memory for it is tried with less, then says so, and is done when there is memory', async ({
  browser,
}) => {
  await withOwnPage(browser, async (compressPage, page) => {
    const memory = await shortMemory(page);
    await compressPage.open();
    await compressPage.choose({ name: 'photos.pdf', bytes: await photoDocument(LARGE) }, newspaper);
    await expect(compressPage.row('photos.pdf')).toContainText('ran out of memory');
    // Low-memory mode was tried automatically, so it is not offered again.
    await expect(page.getByRole('button', { name: 'Try low-memory mode photos.pdf' })).toHaveCount(0);
    await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();

    await memory.comesBack();
    await compressPage.row('photos.pdf').getByRole('button', { name: 'Try again' }).click();
    await expect(compressPage.downloadButton('photos.pdf')).toBeVisible();
  });
});

test('an engine that does not load says so, and works when it can be had', async ({ browser }) => {
  await withOwnPage(browser, async (compressPage, page) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await compressPage.choose(newspaper);
    await expect(compressPage.row(nameOf(newspaper))).toContainText('didn’t load');
    await page.unroute('**/*.wasm');
    await compressPage.row(nameOf(newspaper)).getByRole('button', { name: 'Try again' }).click();
    await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
  });
});

/** A page whose errors are part of the test. */
async function withOwnPage(
  browser: Browser,
  work: (compressPage: CompressPage, page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await work(new CompressPage(page), page);
  await context.close();
}

/**
 * Fires an error of every worker, as when a browser terminates it, in the first frame that shows images in work. From
 * outside the page, or inside a busy worker, it could come when the work has ended.
 */
async function endWorkersDuringImages(page: Page, given: () => Promise<void>): Promise<void> {
  const ended = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const text = document.querySelector('li [role="progressbar"]')?.getAttribute('aria-valuetext');
          if (text?.startsWith('Images') !== true) return void requestAnimationFrame(look);
          const { workers } = window as unknown as { workers: Worker[] };
          for (const worker of workers) worker.dispatchEvent(new ErrorEvent('error', { message: 'gone' }));
          resolve();
        };
        look();
      }),
  );
  await given();
  await ended;
}

/** Lets the page keep its workers where `endWorkersDuringImages` finds them. */
async function noteWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(window, { workers });
    window.Worker = class extends Worker {
      constructor(script: string | URL, options?: WorkerOptions) {
        super(script, options);
        workers.push(this);
      }
    };
  });
}

/** Larger allocations fail in the workers of such a page; a photo of LARGE has 13 MB of samples. */
const MAX_BYTES = 8_000_000;

/**
 * A page whose workers cannot allocate large arrays, with V8's own message. The allocation itself has to fail: a worker
 * in low-memory mode works in one go, and an error from outside would only arrive when the file is done.
 */
async function shortMemory(page: Page): Promise<{ comesBack(): Promise<void> }> {
  await page.addInitScript(() => {
    const state = { memoryIsShort: true };
    Object.assign(window, { state });
    window.Worker = class extends Worker {
      constructor(script: string | URL, options?: WorkerOptions) {
        super(script, { ...options, name: state.memoryIsShort ? 'short' : '' });
      }
    };
  });
  await page.route('**/compress.worker-*.js', async (route) => {
    const response = await route.fetch();
    const script = `(${refuseLargeArrays.toString()})(${MAX_BYTES});\n${await response.text()}`;
    await route.fulfill({ response, body: script });
  });
  return {
    comesBack: () =>
      page.evaluate(() => {
        const { state } = window as unknown as { state: { memoryIsShort: boolean } };
        state.memoryIsShort = false;
        // An idle worker is reused before a new one is started.
        new BroadcastChannel('memory').postMessage('comes back');
      }),
  };
}

/** Runs inside a worker. */
function refuseLargeArrays(mostBytes: number): void {
  if (self.name !== 'short') return;
  let isShort = true;
  new BroadcastChannel('memory').onmessage = () => {
    isShort = false;
  };
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, given, newTarget) {
      if (isShort && Number(given[0]) > mostBytes) throw new RangeError('Array buffer allocation failed');
      return Reflect.construct(target, given, newTarget);
    },
  });
}
