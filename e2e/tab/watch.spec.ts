import type { Page } from '@playwright/test';
import { smallDocument } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

test('new PDFs of a watched folder become smaller copies in another, and wait while the battery is low', async ({
  compressPage,
  page,
}) => {
  await pickFolders(page, ['Scans', 'Small']);
  await compressPage.open();
  await put(page, 'Scans', 'old.pdf', await smallDocument('old'));
  await page.getByRole('button', { name: 'Watch a folder…' }).click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Choose a folder' }).click();
  const told = page.getByRole('contentinfo').getByRole('status');
  await expect(told).toContainText('Watching “Scans”: smaller copies are saved in “Small”, 0 files so far.');

  const bytes = await smallDocument('new');
  await put(page, 'Scans', 'new.pdf', bytes);
  await expect(told).toContainText('1 file so far.');
  // Files from before the watch are left alone.
  expect(await namesIn(page, 'Small')).toEqual(['new-light.pdf']);
  await expect(compressPage.row('new.pdf')).toContainText('Saved');
  await expect(compressPage.row('old.pdf')).toHaveCount(0);

  await setBattery(page, 0.1);
  await expect(told).toContainText('Paused: battery low.');
  await put(page, 'Scans', 'late.pdf', await smallDocument('late'));
  await setBattery(page, 0.9);
  await expect(told).toContainText('2 files so far.');
  expect(await namesIn(page, 'Small')).toEqual(['late-light.pdf', 'new-light.pdf']);

  await page.evaluate(async () => {
    const storage = await navigator.storage.getDirectory();
    await storage.removeEntry('Scans', { recursive: true });
  });
  await expect(page.getByRole('alert')).toContainText('The folder can’t be read or written any more');
});

/** Folders of the browser's private storage replace those of the picker, which a test cannot operate. */
async function pickFolders(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript((picked) => {
    const left = [...picked];
    const battery = { charging: false, level: 1 };
    Object.assign(window, {
      battery,
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle(left.shift() ?? '', { create: true }),
    });
    Object.defineProperty(navigator, 'getBattery', { value: async () => battery });
  }, names);
}

async function setBattery(page: Page, level: number): Promise<void> {
  await page.evaluate((now) => {
    (window as unknown as { battery: { level: number } }).battery.level = now;
  }, level);
}

async function put(page: Page, folder: string, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    async ([into, called, base64]) => {
      const storage = await navigator.storage.getDirectory();
      const place = await storage.getDirectoryHandle(into, { create: true });
      const writable = await (await place.getFileHandle(called, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
      await writable.close();
    },
    [folder, name, bytes.toString('base64')] as const,
  );
}

async function namesIn(page: Page, folder: string): Promise<readonly string[]> {
  return page.evaluate(async (place) => {
    const storage = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const { name } of (await storage.getDirectoryHandle(place)).values()) names.push(name);
    return names.sort();
  }, folder);
}
