import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { CompressPage } from './support/compress-page.ts';
import {
  damagedDocument,
  LARGE,
  lockedDocument,
  nameOf,
  photoDocument,
  REAL_DOCUMENTS,
  SLOW_PHOTOS,
  signedDocument,
  smallDocument,
} from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { invoice, newspaper } = REAL_DOCUMENTS;

/** Lossless is slow enough to be interrupted. */
const SLOW = '/#q=100&d=1000000&dpi=0&jpeg=false';

test('every file that cannot be done says why, and the others go on', async ({ compressPage, page }) => {
  const truncated = (await readFile(invoice)).subarray(0, 2000);
  await compressPage.open();
  await compressPage.choose(
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'letter.pdf', bytes: Buffer.from('Dear reader, this is plain text.') },
    { name: 'no-pages.pdf', bytes: damagedDocument() },
    { name: 'cut-off.pdf', bytes: truncated },
    { name: 'locked.pdf', bytes: await lockedDocument('open sesame') },
    invoice,
  );

  await expect(compressPage.row('empty.pdf')).toContainText('This file is empty.');
  await expect(compressPage.row('letter.pdf')).toContainText('This file is not a PDF');
  await expect(compressPage.row('no-pages.pdf')).toContainText('Your original is untouched.');
  await expect(compressPage.row('cut-off.pdf')).toContainText('Your original is untouched.');
  await expect(compressPage.row('locked.pdf')).toContainText('Needs its password.');
  for (const name of ['empty.pdf', 'letter.pdf', 'no-pages.pdf', 'cut-off.pdf', 'locked.pdf']) {
    await expect(compressPage.downloadButton(name)).toHaveCount(0);
  }
  const { bytes } = await compressPage.save(nameOf(invoice));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  // Removing a file moves the focus to the next one.
  await compressPage.row('empty.pdf').getByRole('button', { name: 'Remove' }).click();
  await expect(compressPage.row('empty.pdf')).toHaveCount(0);
  await expect(compressPage.row('letter.pdf')).toBeFocused();

  const password = page.getByLabel('Password for locked.pdf');
  await password.fill('open barley');
  await password.press('Enter');
  await expect(page.getByText('That password doesn’t open it.')).toBeVisible();
  await password.fill('open sesame');
  await password.press('Enter');
  await expect(compressPage.downloadButton('locked.pdf')).toBeVisible();
});

test('whether signatures may break is asked once for all signed files', async ({ compressPage, page }) => {
  await compressPage.open();
  await compressPage.choose(
    { name: 'contract.pdf', bytes: await signedDocument('contract') },
    { name: 'lease.pdf', bytes: await signedDocument('lease') },
  );
  for (const name of ['contract.pdf', 'lease.pdf']) {
    await expect(compressPage.row(name)).toContainText('Compressing would break the signature.');
  }
  await expect(page.getByRole('heading', { name: 'Nothing to save here' })).toBeVisible();
  await compressPage.row('contract.pdf').getByRole('button', { name: 'Compress anyway' }).click();
  await page.getByRole('button', { name: 'Keep the signature' }).click();
  await expect(compressPage.row('contract.pdf')).toContainText('Left unchanged.');

  await compressPage.row('contract.pdf').getByRole('button', { name: 'Compress anyway' }).click();
  await page.getByRole('button', { name: 'Compress all 2 signed files' }).click();
  for (const name of ['contract.pdf', 'lease.pdf']) {
    await expect(compressPage.row(name)).toContainText(
      'no longer valid, because you chose to compress anyway',
    );
  }
});

test('what is no PDF is refused by name; an empty clipboard says so', async ({ compressPage, page }) => {
  await compressPage.open();
  await page.evaluate(() => {
    const paste = (...files: readonly File[]) => {
      const clipboardData = new DataTransfer();
      for (const file of files) clipboardData.items.add(file);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    };
    paste();
    Object.assign(window, { paste });
  });
  await expect(page.getByRole('alert')).toHaveText('There is no PDF in the clipboard.');
  await page.evaluate(() => {
    const { paste } = window as unknown as { paste: (...files: readonly File[]) => void };
    paste(new File(['ftypheic'], 'photo.heic'), new File(['%PDF-1.7'], 'pasted.pdf'));
  });
  await expect(page.getByRole('alert')).toContainText('photo.heic is not a PDF. Nothing was changed.');
  await expect(compressPage.row('pasted.pdf')).toBeVisible();
});

test('a worker that dies harms no other file, and there is a way on', async ({ browser }) => {
  await withOwnPage(browser, async (compressPage, page) => {
    await compressPage.open(SLOW);
    await compressPage.choose({ name: 'photos.pdf', bytes: await photoDocument(SLOW_PHOTOS) });
    await expect(compressPage.progressOf('photos.pdf')).toHaveAttribute('aria-valuetext', /^Images/);
    await endWorkers(page, 'gone');
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

test('a file that does not fit says so before it tries, and can be tried all the same', async ({
  compressPage,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'deviceMemory', { value: 0.1 });
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
  });
  await compressPage.open();
  await compressPage.choose(
    { name: 'photos.pdf', bytes: await photoDocument({ photos: 2, width: 1600, height: 1600 }) },
    { name: 'letter.pdf', bytes: await smallDocument('letter') },
  );
  await expect(compressPage.row('photos.pdf')).toContainText(/This needs about \d+\.\d\sMB/);
  await expect(compressPage.downloadButton('letter.pdf')).toBeVisible();
  await compressPage.row('photos.pdf').getByRole('button', { name: 'Try anyway' }).click();
  await expect(compressPage.downloadButton('photos.pdf')).toBeVisible();
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

/** Fires an error outside any call, as when a browser terminates a worker. */
async function endWorkers(page: Page, message: string): Promise<void> {
  await Promise.all(
    page.workers().map((worker) =>
      worker
        .evaluate((text) => {
          setTimeout(() => {
            throw new Error(text);
          });
        }, message)
        .catch(() => undefined),
    ),
  );
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
