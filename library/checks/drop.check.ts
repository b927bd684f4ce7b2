import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { faultsOf, told } from '../../e2e/support/axe.ts';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { createNodeHost } from '../node/host.ts';
import { openBrowser, type Pages } from './pages.ts';

/** The page's `max`. */
const MAX = 20_000;

interface Posted {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly button: string;
}

let pages: Pages;
let album: Uint8Array;
let page: Page;
const posted: Posted[] = [];

/** Parses the form with the platform's own parser. */
async function readForm(body: Buffer, contentType: string): Promise<void> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': contentType },
  }).formData();
  const file = form.get('unterlage');
  if (!(file instanceof Blob)) throw new Error('no file was sent');
  const bytes = new Uint8Array(await file.arrayBuffer());
  posted.push({
    name: (file as File).name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    button: String(form.get('aktion')),
  });
}

beforeAll(async () => {
  album = await albumFile(1);
  pages = await openBrowser(inject('app'), async (body, type) => {
    await readForm(body, type);
    return 'angekommen';
  });
});
afterAll(() => pages?.close());
beforeEach(async () => {
  posted.length = 0;
  page = await pages.open('/drop/index.html');
  await page.waitForFunction(() => customElements.get('pagelight-drop') !== undefined);
  return () => page.close();
});

const choose = (name: string, bytes: Uint8Array) =>
  page.getByLabel('Unterlage').setInputFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(bytes),
  });
const status = () => page.getByRole('status');

test('a form that is sent at once waits, and its own field brings the smaller file', async () => {
  expect(album.length).toBeGreaterThan(MAX);
  const expected = await compress(
    album,
    { ...PRESETS.balanced, targetSize: MAX },
    { host: createNodeHost() },
  );
  await choose('Album.pdf', album);
  await page.getByRole('button', { name: 'Senden' }).click();
  await page.waitForURL('**/antrag');
  expect(await page.textContent('body')).toBe('angekommen');
  expect(posted).toEqual([
    {
      name: 'Album.pdf',
      bytes: expected.bytes.length,
      sha256: createHash('sha256').update(expected.bytes).digest('hex'),
      button: 'senden',
    },
  ]);
  expect(expected.bytes.length).toBeLessThanOrEqual(MAX);
});

test('says in the language of the page what was done, can be styled, and passes axe', async () => {
  const heard = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const sizes: number[] = [];
        document.addEventListener('change', (event) =>
          sizes.push((event.target as HTMLInputElement).files![0]!.size),
        );
        document.addEventListener('pagelight-ready', () => resolve(sizes));
      }),
  );
  await choose('Album.pdf', album);
  const sizes = await heard;
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(MAX);
  expect(await status().textContent()).toMatch(/^Album\.pdf ist bereit: .* kB statt .* kB\.$/);
  const color = await status().evaluate((element) => getComputedStyle(element).color);
  expect(color).toBe('rgb(0, 96, 0)');
  expect(told(await faultsOf(page))).toEqual([]);
});

test('what cannot fit is not sent, and the person is told; another choice is', async () => {
  await choose('Kaputt.pdf', new TextEncoder().encode('x'.repeat(MAX + 1)));
  await page.waitForSelector('pagelight-drop[state=failed]');
  // And nothing else: a file that cannot be sent is not ready.
  expect(await status().textContent()).toBe('Kaputt.pdf hat 20 kB; gesendet werden können höchstens 20 kB.');
  const state = page.locator('pagelight-drop').evaluate((element) => 'state' in element && element.state);
  expect(await state).toBe('failed');
  await page.getByRole('button', { name: 'Senden' }).click();
  expect(posted).toEqual([]);
  expect(
    await page.getByLabel('Unterlage').evaluate((field: HTMLInputElement) => field.validity.customError),
  ).toBe(true);
  await choose('Klein.pdf', new TextEncoder().encode('%PDF-1.4 small enough'));
  await page.waitForSelector('pagelight-drop[state=ready]');
  await page.getByRole('button', { name: 'Senden' }).click();
  await page.waitForURL('**/antrag');
  expect(posted).toMatchObject([{ name: 'Klein.pdf', bytes: 21 }]);
});

test('a file that has only the name of a PDF is not called ready', async () => {
  await choose('Brief.pdf', new TextEncoder().encode('Dear Sir or Madam'));
  await page.waitForSelector('pagelight-drop[state=ready]');
  expect(await status().textContent()).toBe('Brief.pdf ist keine PDF-Datei und bleibt, wie sie ist.');
});

test('a file that is dropped onto it goes the same way', async () => {
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const given = new DataTransfer();
    given.items.add(new File([bytes], 'Gezogen.pdf', { type: 'application/pdf' }));
    return given;
  }, Buffer.from(album).toString('base64'));
  await page.dispatchEvent('pagelight-drop', 'drop', { dataTransfer: transfer });
  await page.waitForSelector('pagelight-drop[state=ready]');
  const size = await page
    .getByLabel('Unterlage')
    .evaluate((field: HTMLInputElement) => field.files![0]!.size);
  expect(size).toBeLessThanOrEqual(MAX);
});
