import { readFile, stat, writeFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { LARGE, nameOf, photoDocument, REAL_DOCUMENTS, SLOW_PHOTOS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper, invoice } = REAL_DOCUMENTS;

test('two dropped PDFs become smaller and are saved one by one', { tag: ['@phone', '@small'] }, async ({
  compressPage,
}) => {
  await compressPage.open();
  await compressPage.drop(newspaper, invoice);

  for (const path of [newspaper, invoice]) {
    const name = nameOf(path);
    const { fileName, bytes } = await compressPage.save(name);
    expect(fileName).toBe(name.replace('.pdf', '-light.pdf'));
    expect(bytes.length).toBeLessThan((await stat(path)).size);
    const pagesBefore = (await PDFDocument.load(await readFile(path))).getPageCount();
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pagesBefore);
    await expect(compressPage.row(name)).toContainText(/−\d+%/);
  }
});

test('a large file shows progress that only rises, and a result at the end', async ({ compressPage }) => {
  // As many bytes in more images: enough steps to be visible, however seldom the page is painted.
  const photos = await largeFile({ photos: 24, width: 900, height: 660 });
  await compressPage.open();
  await compressPage.watchProgress();
  await compressPage.choose(photos.path);
  await expect(compressPage.downloadButton(photos.name)).toBeVisible({ timeout: 150_000 });

  const seen = await compressPage.progressSeen();
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect((await compressPage.save(photos.name)).bytes.length).toBeLessThan(photos.size / 2);
});

test('cancelling in the middle of a large file stops it, and the page works on', async ({ compressPage }) => {
  const photos = await largeFile(SLOW_PHOTOS);
  // Lossless is slow enough on any machine to be canceled.
  await compressPage.open('/#q=100&d=1000000&dpi=0&jpeg=false&strip=true');
  await compressPage.choose(photos.path);
  // Past the loading phase, so that the codecs are at work.
  await expect(compressPage.progressOf(photos.name)).toHaveAttribute('aria-valuetext', /^Images/);

  await compressPage.cancelButton(photos.name).click();
  await expect(compressPage.row(photos.name)).toContainText('Cancelled. Nothing was changed.');
  await expect(compressPage.downloadButton(photos.name)).toHaveCount(0);
  // Neither the document's worker nor those of its images remain.
  await expect.poll(() => compressPage.page.workers()).toEqual([]);

  await compressPage.choose(newspaper);
  await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
});

/** A document of more than 20 MB, which few mailboxes accept. */
async function largeFile(size = LARGE) {
  const name = 'photos.pdf';
  const path = test.info().outputPath(name);
  const bytes = await photoDocument(size);
  expect(bytes.length).toBeGreaterThan(20_000_000);
  await writeFile(path, bytes);
  return { name, path, size: bytes.length };
}
