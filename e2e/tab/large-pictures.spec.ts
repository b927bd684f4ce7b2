import type { Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { CompressPage } from '../support/compress-page.ts';
import { expect, test } from '../support/test.ts';
import { cachedPixelBytes } from './cached-pixels.ts';

/** The image becomes 1500 pixels wide. */
const HALF_AS_WIDE = '/#q=80&d=1500&dpi=0';

test('pictures that are unpacked smaller to compare pages give the same scores as whole ones', async ({
  compressPage,
  page,
  context,
  browser,
}) => {
  test.slow();
  await compressPage.open(HALF_AS_WIDE);
  const document = { name: 'large.pdf', bytes: await largePicture(page) };
  await compressPage.choose(document);
  // Compared automatically: images are kept as large as pages need them.
  await expect(compressPage.row('large.pdf')).toContainText(/, \d+\.\d on page|Looks the same, /);
  const unasked = await scores(compressPage);

  // With little memory nothing is compared automatically; an opened file may be inspected closely, so its images are
  // kept whole.
  const opened = await context.newPage();
  await opened.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 }));
  const other = new CompressPage(opened);
  await other.open(HALF_AS_WIDE);
  await other.choose(document);
  await other.settled();
  await expect(other.row('large.pdf')).not.toContainText(/Comparing|Looks/);
  expect(unasked).toEqual(await scores(other));
  // Frames that are drawn would stay in the browser's own cache, which outlives workers: 721 MB for these pages.
  expect(await cachedPixelBytes(browser)).toBeLessThan(64_000_000);
});

async function scores({ page }: CompressPage): Promise<readonly string[]> {
  await page.getByRole('link', { name: 'Compare large.pdf' }).click();
  const pages = page.getByRole('group', { name: 'Pages, with score' });
  await expect(pages.getByRole('button', { name: /score \d/ })).toHaveCount(2);
  const names = await pages
    .getByRole('button', { name: /score \d/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return names.map((name) => /score [\d.]+/.exec(name)?.[0] ?? name);
}

/**
 * A JPEG of 7 megapixels that fills the first page; a ninth of it fills the second. Its height is even: pdf.js halves
 * odd heights wrong by a row.
 */
async function largePicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const [width, height] = [3001, 2400];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d')!;
    const { data } = context.createImageData(width, height);
    for (let y = 0, at = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, at += 4) {
        // Rings that get finer toward the edge.
        const ring = 127 + 100 * Math.sin(((x - 1500) ** 2 + (y - 1200) ** 2) / 4000);
        data.set([ring, (x * 255) / width, (ring + (y * 255) / height) / 2, 255], at);
      }
    }
    context.putImageData(new ImageData(data, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  const document = await PDFDocument.create({ updateMetadata: false });
  const picture = await document.embedJpg(Buffer.from(base64, 'base64'));
  const paper: [number, number] = [600, 480];
  document.addPage(paper).drawImage(picture, { width: 600, height: 480 });
  document.addPage(paper).drawImage(picture, { x: -500, y: -400, width: 1800, height: 1440 });
  return Buffer.from(await document.save());
}
