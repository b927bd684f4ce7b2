import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { nameOf, REAL_DOCUMENTS, smallDocument } from './support/documents.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

/** Maximum bytes on the wire of a first visit on a computer, before any touch, beside pictures of the sample. */
const FIRST_VISIT_BYTES = 1_190_000;
/** Total of both pictures. */
const PICTURES_BYTES = 43_000;
const PICTURE = /\/sample-(before|after)\.jpg$/;

const PUBLIC = join(import.meta.dirname, '../web/public');

test.use({ serviceWorkers: 'allow' });

test('after the first visit the page opens and works with nothing at the other end', {
  tag: '@phone',
}, async ({ compressPage, page }) => {
  const proxy = await startRecordingProxy();
  await page.goto(`${proxy.baseURL}/`);
  await expect(page.locator('[data-preview="drawing"][data-offline="ready"]')).toBeAttached();
  const pictures = await Promise.all(
    proxy.seen.map(async (asked) => {
      const [path] = PICTURE.exec(asked) ?? [];
      return path === undefined ? 0 : (await stat(join(PUBLIC, path))).size;
    }),
  );
  const pictureBytes = pictures.reduce((sum, size) => sum + size, 0);
  expect(pictureBytes).toBeLessThan(PICTURES_BYTES);
  // Scripts, engine, comparison and the offline copy, with headers.
  expect(proxy.sentBytes() - pictureBytes).toBeLessThan(FIRST_VISIT_BYTES);
  expect(await stored(page, 'fonts')).toEqual([]);
  await compressPage.touch();
  // Only this page's language is stored: the texts of the start and those of results.
  expect(await stored(page, 'languages')).toEqual(['first', 'more']);
  await expect.poll(async () => (await stored(page, 'fonts')).length).toBe(14);
  // The server is permanently gone: not even hidden requests can reach it.
  await proxy.close();
  await page.context().setOffline(true);

  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Compressing still works')).toBeVisible();
  await compressPage.choose(newspaper);
  expect((await compressPage.save(nameOf(newspaper))).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // Comparison works offline, too.
  await page.getByRole('link', { name: `Compare ${nameOf(newspaper)}` }).click();
  await expect(page.getByRole('heading', { name: nameOf(newspaper) })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Compare position' })).toBeVisible();
});

/** Names of the files in this folder that the service worker has, without their hashes. */
async function stored(page: Page, folder: string): Promise<readonly string[]> {
  const paths = await page.evaluate(async () => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().map(({ url }) => new URL(url).pathname);
  });
  const name = new RegExp(`/${folder}/(\\w+)-`);
  return paths.flatMap((path) => name.exec(path)?.[1] ?? []).sort();
}

test('a new version says that it is ready, and comes when asked', async ({ compressPage, page }) => {
  const proxy = await startRecordingProxy();
  await compressPage.open(`${proxy.baseURL}/`);
  const isReady = page.getByText('A new version of Pagelight is ready.');
  await expect(isReady).toHaveCount(0);

  proxy.appendTo('/sw.js', '\n// another version');
  await page.reload();
  await expect(isReady).toBeVisible();
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(isReady).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Make PDFs smaller.' })).toBeVisible();
  // First: it may still fetch something.
  await page.close();
  await proxy.close();
});

test('it can be installed, and files opened with the app are compressed', async ({ compressPage, page }) => {
  await page.addInitScript(() => {
    // As the browser does when a file is opened with the installed app.
    const file = new File(['%PDF-1.7 and not much more'], 'opened.pdf');
    const setConsumer = (consume: (launch: object) => void) =>
      consume({ files: [{ kind: 'file', getFile: async () => file }] });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await page.goto('/');
  await expect(compressPage.row('opened.pdf')).toContainText('Your original is untouched.');

  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(link ?? '')).json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST' });
  expect(manifest.file_handlers[0].accept).toEqual({ 'application/pdf': ['.pdf'] });
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
    // Width of a PNG: its first chunk begins with it (ISO 15948, 11.2.1).
    expect((await icon.body()).readUInt32BE(16)).toBe(Number.parseInt(sizes, 10));
  }
});

test('what another app shares with it is compressed, and nothing of it is sent', async ({
  compressPage,
  page,
}) => {
  const proxy = await startRecordingProxy();
  await compressPage.open(`${proxy.baseURL}/`);
  // As the system does it: a form posted to the URL in the manifest.
  await page.evaluate(() => {
    document.body.innerHTML = `<form action="/share" method="post" enctype="multipart/form-data">
      <input type="file" name="files" multiple aria-label="Shared"><button>Share</button></form>`;
  });
  const made = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
  await page
    .getByLabel('Shared')
    .setInputFiles([
      made(nameOf(newspaper), await readFile(newspaper)),
      made('ä & b.pdf', await smallDocument('b')),
    ]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(compressPage.downloadButton('ä & b.pdf')).toBeVisible();
  expect((await compressPage.save(nameOf(newspaper))).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page).toHaveURL(`${proxy.baseURL}/`);
  expect(proxy.seen.filter((asked) => !asked.startsWith('GET'))).toEqual([]);
  await proxy.close();

  await page.context().setOffline(true);
  await page.goto(`${proxy.baseURL}/?shared=lost`);
  await expect(page.getByRole('alert')).toContainText(
    'Storage is full, so the shared files couldn’t be received.',
  );
});
