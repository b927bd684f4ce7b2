import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipContents } from '../shared/testing/zip-contents.ts';
import { nameOf, photoDocument, REAL_DOCUMENTS, SLOW_PHOTOS, smallDocument } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper, invoice } = REAL_DOCUMENTS;

/** `Reports` with two files of the same name in different folders, and one that is not a PDF. */
async function reportsFolder(): Promise<string> {
  const folder = test.info().outputPath('Reports');
  await mkdir(join(folder, '2026'), { recursive: true });
  await writeFile(join(folder, 'report.pdf'), await smallDocument('first'));
  await writeFile(join(folder, '2026', 'report.pdf'), await smallDocument('second'));
  await writeFile(join(folder, 'notes.txt'), 'not a PDF');
  return folder;
}

test('a folder keeps its tree in the ZIP and in a chosen folder, and no name is overwritten', async ({
  compressPage,
  page,
}) => {
  // A folder of the browser's private storage replaces the one chosen in the system's dialog.
  await page.addInitScript(() => {
    const showDirectoryPicker = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('chosen', { create: true });
    };
    Object.assign(window, { showDirectoryPicker });
  });
  await compressPage.open();
  await compressPage.chooseFolder(await reportsFolder());
  await compressPage.settled();
  await expect(page.getByRole('alert')).toContainText('Skipped 1 other file in folders');

  const zip = await compressPage.saveAll();
  expect(zip.fileName).toBe('Reports-light.zip');
  const files = zipContents(zip.bytes);
  expect([...files.keys()].sort()).toEqual(['Reports/2026/report-light.pdf', 'Reports/report-light.pdf']);
  for (const bytes of files.values()) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const save = page.getByRole('button', { name: 'Save to a folder…' });
  const isSaved = page.getByText('2 files saved in “chosen”. Nothing there was overwritten.');
  await save.click();
  await expect(isSaved).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await save.click();
  await expect(isSaved).toBeVisible();
  const saved = await page.evaluate(async () => {
    const paths: string[] = [];
    const collect = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory')
          await collect(handle as FileSystemDirectoryHandle, `${path}${name}/`);
        else paths.push(`${path}${name} ${(await (handle as FileSystemFileHandle).getFile()).size}`);
      }
    };
    const root = await navigator.storage.getDirectory();
    await collect(await root.getDirectoryHandle('chosen'), '');
    return paths.sort();
  });
  const size = (path: string) => files.get(path)?.length;
  expect(saved).toEqual(
    [
      `Reports/2026/report-light-2.pdf ${size('Reports/2026/report-light.pdf')}`,
      `Reports/2026/report-light.pdf ${size('Reports/2026/report-light.pdf')}`,
      `Reports/report-light-2.pdf ${size('Reports/report-light.pdf')}`,
      `Reports/report-light.pdf ${size('Reports/report-light.pdf')}`,
    ].sort(),
  );
});

test('five hundred files stay a light list that can be cancelled at once', async ({ compressPage, page }) => {
  const bytes = await smallDocument('many');
  const files = Array.from({ length: 500 }, (_, index) => ({ name: `file ${index + 1}.pdf`, bytes }));
  await compressPage.open();
  await compressPage.choose(...files);
  await expect(page.getByText('Showing 500 files')).toBeVisible();
  const drawn = page.locator('li[data-job] .name');
  expect(await drawn.count()).toBeLessThan(80);

  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(compressPage.row('file 500.pdf').getByRole('button').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await drawn.count()).toBeLessThan(80);

  await page.evaluate(() => scrollTo(0, 0));
  await expect(compressPage.downloadButton('file 1.pdf')).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancel all' });
  if (await cancel.isVisible()) await cancel.click();
  await compressPage.settled();
});

test('the list survives a reload: what is done is there, what was not goes on', async ({
  compressPage,
  page,
}) => {
  const photos = await photoDocument(SLOW_PHOTOS);
  // Lossless is slow enough to be interrupted.
  await compressPage.open('/#q=100&d=1000000&dpi=0&jpeg=false');
  await compressPage.choose(invoice);
  const before = await compressPage.save(nameOf(invoice));
  await compressPage.choose(newspaper);
  await expect(compressPage.downloadButton(nameOf(newspaper))).toBeVisible();
  await compressPage.choose({ name: 'photos.pdf', bytes: photos });
  await expect(compressPage.progressOf('photos.pdf')).toHaveAttribute('aria-valuetext', /^Images/);
  // Files are stored beside the work: what is not stored yet would be compressed again.
  await expect.poll(() => page.evaluate(keptOutcomes)).toEqual(['done', 'done', 'unfinished']);

  await page.reload();
  const panel = page.getByRole('region', { name: 'The tab was closed before it finished' });
  await expect(panel).toContainText('2 finished files. Left to compress: 1 file.');
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(compressPage.progressOf('photos.pdf')).toHaveAttribute('aria-valuetext', /^Images/);
  expect((await compressPage.save(nameOf(invoice))).bytes.equals(before.bytes)).toBe(true);
  await compressPage.cancelButton('photos.pdf').click();
  await expect(compressPage.row('photos.pdf')).toContainText('Cancelled');
  await expect.poll(() => page.evaluate(keptOutcomes)).toEqual(['cancelled', 'done', 'done']);

  await page.reload();
  // Nothing is left to do, so no interruption is mentioned.
  const still = page.getByRole('region', { name: 'Your files are still here' });
  await expect(still).toContainText('On this device: 3 files.');
  await still.getByRole('button', { name: 'Discard all' }).click();
  await expect(still).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-engine="ready"]')).toBeAttached();
  await expect(panel).toHaveCount(0);
});

test('a tab that was duplicated leaves the list to the tab that has it', async ({
  compressPage,
  page,
  context,
}) => {
  await compressPage.open();
  await compressPage.choose(invoice);
  await expect.poll(() => page.evaluate(keptOutcomes)).toEqual(['done']);
  // What a browser copies.
  const keys = await page.evaluate(() => Object.entries(sessionStorage));
  const other = await context.newPage();
  await other.addInitScript((copied) => {
    for (const [key, value] of copied) sessionStorage.setItem(key, value);
  }, keys);
  await other.goto('/');
  await expect(other.locator('[data-engine="ready"]')).toBeAttached();
  // It has found that the other tab lives.
  await expect.poll(() => other.evaluate(waitingForLocks)).toBe(0);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Your files are still here' })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Your files are still here' })).toHaveCount(0);
});

test('storage that is full is told, and the work goes on', async ({ compressPage, page, baseURL }) => {
  await compressPage.open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL!, quotaSize: 1000 });
  await compressPage.choose(invoice, newspaper);
  await expect(page.getByRole('alert')).toContainText('Browser storage is full.');
  await compressPage.settled();
  // The ZIP does not fit in storage either, and comes from memory.
  expect(zipContents((await compressPage.saveAll()).bytes).size).toBe(2);
});

/** Outcome of each file, from the page's storage. */
async function keptOutcomes(): Promise<string[]> {
  const outcomes: string[] = [];
  const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
    for await (const entry of folder.values()) {
      if (entry.kind === 'directory') await read(entry);
      else if (entry.name.endsWith('.json')) {
        const note = await entry
          .getFile()
          .then(async (file) => JSON.parse(await file.text()))
          .catch(() => null);
        if (note?.outcome) outcomes.push(note.outcome.kind);
      }
    }
  };
  await read(await navigator.storage.getDirectory());
  return outcomes.sort();
}

async function waitingForLocks(): Promise<number> {
  const { pending = [] } = await navigator.locks.query();
  return pending.length;
}
