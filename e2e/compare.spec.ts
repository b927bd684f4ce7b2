import type { Locator, Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { finePicture, lockedPicture, luminosityMask, predefinedCMap } from './support/compare-documents.ts';
import type { CompressPage } from './support/compress-page.ts';
import { nameOf, REAL_DOCUMENTS } from './support/documents.ts';
import { allFaults } from './support/faults.ts';
import { expect, test } from './support/test.ts';

/** So low that an image with fine detail looks different. */
const COARSE = '/#q=5&d=400&dpi=0';

test(
  'a page that looks different comes first, and keeping the original of its image repairs it',
  { tag: '@phone' },
  async ({ compressPage, page }, { project }) => {
    test.slow();
    await compressPage.open(COARSE);
    await compressPage.choose({ name: 'fine.pdf', bytes: await finePicture() });
    // Compared automatically and without a request; nothing is claimed before.
    const row = compressPage.row('fine.pdf');
    await expect(row).toContainText('Page 2 looks different');
    await openFile(compressPage, 'fine.pdf');

    const receipt = page.getByRole('region', { name: 'Fidelity receipt' });
    await expect(receipt).toContainText('All 3 pages drawn twice and compared.');
    await expect(receipt.getByRole('button', { name: 'page 2' })).toBeVisible();
    for (const line of [
      'Text 324 words',
      'Links 1 of 1',
      'Bookmarks 2 of 2',
      'Form fields none',
      'Tags and language kept',
      'Attachments 1 of 1',
      'Page sizes same',
      'Metadata removed',
      'Images changed 1 of 1',
    ]) {
      await expect(receipt).toContainText(asShown(line));
    }
    const pages = page.getByRole('group', { name: 'Pages, with score' });
    await expect(pages.getByRole('button', { name: /^Page 2, score \d+\.\d, lowest$/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(pages.getByRole('button', { name: 'Page 1, score 100' })).toBeVisible();
    await expectPainted(page, 2);
    expect(await allFaults(page)).toEqual([]);

    const bytes = page.getByRole('region', { name: 'Size breakdown' });
    await expect(bytes.getByRole('row', { name: /^Images .+%$/ })).toBeVisible();
    await expect(bytes.getByRole('row', { name: /^Attachments/ })).toBeVisible();

    const images = page.getByRole('region', { name: 'Images 1' });
    await images.getByRole('button', { name: /^Details: Page 2, 1,200 × 1,200/ }).click();
    await expect(images).toContainText('Scaled to 400 × 400');
    await expect(images.getByRole('switch').filter({ visible: true })).toHaveCount(1);
    expect(await allFaults(page)).toEqual([]);

    const before = await resultBytes(page);
    await receipt.getByRole('button', { name: 'Keep the original of 1 image' }).click();
    await expect(receipt).toContainText('Every pixel is identical.');
    await expect(images.getByRole('switch').filter({ visible: true })).toBeChecked();
    const after = await resultBytes(page);
    expect(after.length).toBeGreaterThan(before.length);
    expect(await largestImageSide(after)).toBe(1200);

    // Released again, with a quality of its own.
    if (project.name === 'desktop') {
      await images.getByRole('switch').filter({ visible: true }).click();
      await expect(receipt).toContainText('Compare before sending.');
      const quality = images.getByRole('textbox', { name: 'Quality of this image' });
      await quality.fill('60');
      await quality.press('Enter');
      await expect.poll(async () => (await resultBytes(page)).length).not.toBe(before.length);
      await expect(images.getByRole('button', { name: 'Reset to default' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'All files' }).click();
    await expect(row).toBeVisible();
  },
);

test('both files are looked at side by side, as their difference, nearer and farther, with keys alone', async ({
  compressPage,
  page,
}) => {
  await compressPage.open(COARSE);
  await compressPage.choose({ name: 'fine.pdf', bytes: await finePicture() });
  await openFile(compressPage, 'fine.pdf');
  const stage = page.getByRole('group', { name: /^Page 2\./ });
  await expect(stage).toBeVisible();
  await expectPainted(page, 2);

  // The handle uncovers one page and covers the other.
  const handle = page.getByRole('slider', { name: 'Compare position' });
  await handle.focus();
  await page.keyboard.press('End');
  await expect(handle).toHaveAttribute('aria-valuenow', '100');
  await page.keyboard.press('PageDown');
  await expect(handle).toHaveAttribute('aria-valuetext', '90% original, 10% compressed');

  await stage.focus();
  const zoom = page.getByRole('group', { name: 'Zoom' }).getByRole('status');
  await page.keyboard.press('0');
  await expect(zoom).toHaveText('Fit');
  await page.keyboard.press('+');
  const nearer = Number.parseInt((await zoom.textContent()) ?? '', 10);
  await page.keyboard.press('+');
  await expect
    .poll(async () => Number.parseInt((await zoom.textContent()) ?? '', 10))
    .toBeGreaterThan(nearer);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('-');
  await expect(zoom).toHaveText('25%');

  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: 'Page 2, original' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Page 2, compressed' })).toBeVisible();
  expect(await allFaults(page)).toEqual([]);

  await page
    .getByRole('group', { name: /^Page 2\./ })
    .first()
    .focus();
  await page.keyboard.press('3');
  await page.keyboard.press('0');
  await expectPainted(page, 2);
  const difference = page.getByRole('img', { name: 'Page 2, where both differ' });
  await expect.poll(() => inkOf(difference)).toBeGreaterThan(1000);
  await page.getByRole('group', { name: /^Page 2\./ }).focus();
  await page.keyboard.press(']');
  await expectPainted(page, 3);
  // The text of page 3 is equal in both, so the difference is white.
  await expect.poll(() => inkOf(page.getByRole('img', { name: 'Page 3, where both differ' }))).toBe(0);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Closing the view terminates all its workers.
  await page.getByRole('link', { name: 'All files' }).click();
  await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(0);
});

test('a locked file is shown with the password that was given', async ({ compressPage, page }) => {
  await compressPage.open(COARSE);
  await compressPage.choose({ name: 'locked.pdf', bytes: await lockedPicture('sesame') });
  await page.getByLabel('Password for locked.pdf').fill('sesame');
  await page.getByRole('button', { name: /^Unlock/ }).click();
  await openFile(compressPage, 'locked.pdf');
  await expectPainted(page, 2);
  await expect(page.getByRole('region', { name: 'Fidelity receipt' })).toContainText(
    asShown('Text 324 words'),
  );
});

test('JBIG2 pages, CJK fonts that are not embedded and soft masks are drawn, with what this site serves', async ({
  compressPage,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await compressPage.open();
  await compressPage.choose(
    REAL_DOCUMENTS.form,
    { name: 'cjk.pdf', bytes: await predefinedCMap() },
    { name: 'mask.pdf', bytes: await luminosityMask() },
  );
  await openFile(compressPage, nameOf(REAL_DOCUMENTS.form));
  await expectPainted(page, 1);
  await expect.poll(() => inkOf(page.getByRole('img', { name: /original$/ }))).toBeGreaterThan(1000);
  await page.getByRole('link', { name: 'All files' }).click();

  await openFile(compressPage, 'cjk.pdf');
  await expectPainted(page, 1);
  await expect(page.getByRole('region', { name: 'Fidelity receipt' })).toContainText(
    asShown('Text 60 words'),
  );
  await page.getByRole('link', { name: 'All files' }).click();

  await openFile(compressPage, 'mask.pdf');
  await expectPainted(page, 1);
  const [left, right] = await inkOfHalves(page.getByRole('img', { name: /original$/ }));
  expect(left).toBeLessThan(right / 50);
  expect(right).toBeGreaterThan(1000);

  expect(asked.some((url) => url.includes('/90ms-RKSJ-H'))).toBe(true);
  const { origin } = new URL(page.url());
  expect(
    asked.filter(
      (url) => !url.startsWith('blob:') && !url.startsWith('data:') && new URL(url).origin !== origin,
    ),
  ).toEqual([]);
});

async function openFile({ page }: CompressPage, name: string): Promise<void> {
  // On a phone the whole row is the link, but for the line that opens what is special.
  await page.getByRole('link', { name: `Compare ${name}` }).press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Waits until the page is rendered as requested. */
async function expectPainted(page: Page, number: number): Promise<void> {
  await expect(page.locator(`[data-painted="${number}"]`).first()).toBeAttached();
  await expect(page.locator('.picture:not([data-painted])')).toHaveCount(0);
}

/** Number of pixels of a canvas that are not white. */
async function inkOf(picture: Locator): Promise<number> {
  const [left, right] = await inkOfHalves(picture);
  return left + right;
}

function inkOfHalves(picture: Locator): Promise<[left: number, right: number]> {
  return picture.evaluate((canvas: HTMLCanvasElement) => {
    const ink: [number, number] = [0, 0];
    const context = canvas.getContext('2d');
    if (context === null) return ink;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0 || data[at]! + data[at + 1]! + data[at + 2]! >= 700) continue;
      ink[((at / 4) % canvas.width) * 2 < canvas.width ? 0 : 1] += 1;
    }
    return ink;
  });
}

/** The bytes that the page would save now. */
async function resultBytes(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download/ }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function largestImageSide(bytes: Buffer): Promise<number> {
  const { context } = await PDFDocument.load(bytes);
  const widths = context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      /\/Subtype \/Image[\s\S]*?\/Width (\d+)|\/Width (\d+)[\s\S]*?\/Subtype \/Image/.exec(String(object)),
    );
  return Math.max(...widths.map((found) => Number(found?.[1] ?? found?.[2] ?? 0)));
}

/** A label and its value as displayed in the receipt, whatever decoration is between them. */
function asShown(line: string): RegExp {
  return new RegExp(
    line
      .split(' ')
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s*'),
  );
}
