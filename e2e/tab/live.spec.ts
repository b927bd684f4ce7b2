import { photoDocument } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';
import { noteWorkerCalls } from '../support/worker-calls.ts';

test('on the file page the first page follows the sliders, and the file only when somebody says so', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  const bytes = await photoDocument({ photos: 3, width: 1600, height: 1200 });
  await compressPage.choose({ name: 'photos.pdf', bytes });
  await compressPage.settled();
  const before = await compressPage.save('photos.pdf');
  await page.getByRole('link', { name: /^Compare photos/ }).click();
  const live = page.getByRole('region', { name: 'Try other settings' });
  await expect(live).toContainText('Page 1 follows the sliders at once.');
  await live.getByRole('textbox', { name: 'Image quality' }).fill('20');
  await live.getByRole('textbox', { name: 'Image quality' }).press('Enter');
  await expect(live.getByRole('status')).toContainText(/Page 1 alone: .* → /);
  const tried = await live.getByRole('status').textContent();
  await live.getByRole('textbox', { name: 'Image quality' }).fill('5');
  await live.getByRole('textbox', { name: 'Image quality' }).press('Enter');
  await expect(live.getByRole('status')).not.toHaveText(tried ?? '');
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();

  // The result is unchanged.
  await live.getByRole('button', { name: 'Back to the result' }).click();
  await expect(live.getByRole('status')).toContainText('Page 1 follows');
  await live.getByRole('textbox', { name: 'Image quality' }).fill('20');
  await live.getByRole('textbox', { name: 'Image quality' }).press('Enter');
  await live.getByRole('button', { name: 'Use for the whole file' }).click();
  await expect(live).toBeVisible();
  await page.getByRole('link', { name: 'All files' }).click();
  const after = await compressPage.save('photos.pdf');
  expect(after.bytes.length).toBeLessThan(before.bytes.length);
});

test('a slider that moves asks for the pictures of the first page and nothing else', async ({
  compressPage,
  page,
}) => {
  const calls = await noteWorkerCalls(page);
  await compressPage.open();
  const bytes = await photoDocument({ photos: 2, width: 800, height: 600 });
  await compressPage.choose({ name: 'photos.pdf', bytes });
  await compressPage.settled();
  await page.getByRole('link', { name: /^Compare photos/ }).click();
  // All other work of this page is done.
  await expect(page.getByText('2 pages drawn twice and compared.')).toBeVisible();
  const live = page.getByRole('region', { name: 'Try other settings' });
  const quality = live.getByRole('textbox', { name: 'Image quality' });
  /** The worker calls caused by a move, up to the thumbnail, which is last. */
  const askedByMoveTo = async (value: number) => {
    await calls.taken();
    await quality.fill(String(value));
    await quality.press('Enter');
    const asked: string[] = [];
    const asking = async () => {
      asked.push(...(await calls.taken()));
      return asked;
    };
    await expect.poll(asking).toContain('thumbnail after');
    await expect(live.getByRole('status')).toContainText('→');
    await asking();
    return asked.filter((call) => call !== 'sizeOf');
  };
  await askedByMoveTo(60);
  await expect(page.locator('[data-painted]')).toHaveCount(2);

  // No worker starts, no file is read again, and the page before is not rendered again. A worker idle for ten seconds
  // terminates: if the machine is that slow, the next move has it again.
  let value = 30;
  await expect(async () => {
    expect(await askedByMoveTo(value++)).toEqual([
      'tryPage',
      'replaceAfter',
      'paint after',
      'thumbnail after',
    ]);
  }).toPass({ timeout: 120_000 });
});
