import { nameOf, photoDocument, REAL_DOCUMENTS, SLOW_PHOTOS } from './support/documents.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';
import { expect, test } from './support/test.ts';

const { newspaper, invoice } = REAL_DOCUMENTS;
const PHONE = { width: 390, height: 844 };

// The service worker must not send requests either.
test.use({ serviceWorkers: 'allow' });

test('while compressing, cancelling and saving, the page sends no request at all', { tag: '@small' }, async ({
  compressPage,
}) => {
  const proxy = await startRecordingProxy();
  const asked: string[] = [];
  compressPage.page.on('request', (request) => {
    // URLs of the page's own memory involve no network.
    if (!/^(blob|data):/.test(request.url())) asked.push(`${request.method()} ${request.url()}`);
  });
  compressPage.page.on('websocket', (socket) => asked.push(`websocket ${socket.url()}`));

  // Photographs that stay large are slow enough on any machine to be canceled.
  await compressPage.open(`${proxy.baseURL}/#q=95&d=4000`);
  expect(proxy.seen).toContain('GET /');
  const loaded = { byProxy: proxy.seen.length, byPage: asked.length };

  const photos = await photoDocument(SLOW_PHOTOS);
  await compressPage.choose({ name: 'photos.pdf', bytes: photos }, newspaper);
  await compressPage.cancelButton('photos.pdf').click();
  await compressPage.save(nameOf(newspaper));
  // A new worker after the canceled one, and other settings.
  await compressPage.setNumber('Picture quality', 30);
  await compressPage.choose(invoice);
  await compressPage.save(nameOf(invoice));

  expect(proxy.seen.slice(loaded.byProxy)).toEqual([]);
  expect(asked.slice(loaded.byPage)).toEqual([]);
  await compressPage.page.close();
  await proxy.close();
});

test('a loaded page compresses without a network', async ({ compressPage, context }) => {
  await compressPage.open();
  await context.setOffline(true);
  await compressPage.choose(invoice);
  expect((await compressPage.save(nameOf(invoice))).bytes.length).toBeGreaterThan(0);
});

test('a phone fetches what compressing does without only when somebody touches the page', async ({
  browser,
  baseURL,
}) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
  const context = await browser.newContext({
    userAgent,
    isMobile: true,
    hasTouch: true,
    viewport: PHONE,
    baseURL: baseURL!,
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('[data-engine="ready"]')).toBeAttached();
  await expect(page.locator('[data-preview="waiting"][data-offline="pending"]')).toBeAttached();
  await page.touchscreen.tap(5, 5);
  await expect(page.locator('[data-preview="here"]:not([data-offline="pending"])')).toBeAttached();
  await context.close();
});

test('“0 bytes sent” is a count, and what holds a document has no way out', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  await compressPage.choose(newspaper);
  await compressPage.save(nameOf(newspaper));
  await expect(page.getByText('0 bytes sent')).toBeVisible();
  const ways = await Promise.all(
    page
      .workers()
      .map((worker) => worker.evaluate(() => [typeof fetch, typeof XMLHttpRequest, typeof WebSocket])),
  );
  expect(ways.length).toBeGreaterThan(0);
  expect(new Set(ways.flat())).toEqual(new Set(['undefined']));

  // Had the page sent something, it would say so.
  await page.route('**/elsewhere', (route) => route.fulfill({ status: 204 }));
  await page.evaluate(() => fetch('/elsewhere', { method: 'POST', body: new Blob([new Uint8Array(1234)]) }));
  await expect(page.getByText('1.2 KB sent')).toBeVisible();
});
