import { photoDocument } from '../support/documents.ts';
import { allFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { noteWorkerCalls } from '../support/worker-calls.ts';

test('on the file page the page in view follows the sliders, and the file only when somebody says so', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  const bytes = await photoDocument({ photos: 3, width: 1600, height: 1200 });
  await compressPage.choose({ name: 'photos.pdf', bytes });
  await compressPage.settled();
  const before = await compressPage.save('photos.pdf');
  await page.getByRole('link', { name: /^Compare photos/ }).click();
  const live = page.getByRole('region', { name: 'Settings for this file' });
  // The page that differs most is shown.
  await expect(page.getByText('All 3 pages drawn twice and compared.')).toBeVisible();
  const shown = Number(/Worst page: page (\d)/.exec(await page.locator('main').innerText())?.[1]);
  await expect(live).toContainText(`Shown on page ${shown}. Nothing is kept until you use it.`);
  await expect(page.locator('.slide-stage:not(.only-file)')).toBeVisible();
  /** Places on the page of the picture and of the first slider. */
  const places = () =>
    page.evaluate(() =>
      ['.slide-stage:not(.only-file)', '.live .slider-thumb'].map((part) =>
        Math.round(document.querySelector(part)!.getBoundingClientRect().top + scrollY),
      ),
    );
  const still = await places();
  await live.getByRole('textbox', { name: 'Picture quality' }).fill('20');
  await live.getByRole('textbox', { name: 'Picture quality' }).press('Enter');
  await expect(live.getByRole('status')).toContainText(new RegExp(`Page ${shown}: .* → `));
  const tried = await live.getByRole('status').textContent();
  await live.getByRole('textbox', { name: 'Picture quality' }).fill('5');
  await live.getByRole('textbox', { name: 'Picture quality' }).press('Enter');
  await expect(live.getByRole('status')).not.toHaveText(tried ?? '');
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
  await expect(live).toContainText(/≈ [\d.]+.KB instead of/);
  expect(await places()).toEqual(still);
  expect(await allFaults(page)).toEqual([]);

  // The result is unchanged.
  await live.getByRole('button', { name: 'Back to quality 75' }).click();
  await expect(live.getByRole('status')).toContainText(`Shown on page ${shown}`);
  await live.getByRole('textbox', { name: 'Picture quality' }).fill('20');
  await live.getByRole('textbox', { name: 'Picture quality' }).press('Enter');
  // It waits where it is until the file is made, and nothing moves.
  await live.getByRole('button', { name: 'Use for the whole file' }).click();
  expect(await places()).toEqual(still);
  await expect(live).toBeVisible();
  await page.getByRole('link', { name: 'All files' }).click();
  await compressPage.settled();
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
  const live = page.getByRole('region', { name: 'Settings for this file' });
  const quality = live.getByRole('textbox', { name: 'Picture quality' });
  /** Worker calls caused by a move, up to the render, which is last; the file's size is estimated beside it. */
  const askedByMoveTo = async (value: number) => {
    await calls.taken();
    await quality.fill(String(value));
    await quality.press('Enter');
    const asked: string[] = [];
    const asking = async () => {
      asked.push(...(await calls.taken()));
      return asked;
    };
    await expect.poll(asking).toContain('paint after');
    await expect(live.getByRole('status')).toContainText('→');
    await asking();
    return asked.filter((call) => !['sizeOf', 'estimate'].includes(call));
  };
  await askedByMoveTo(60);
  await expect(page.locator('[data-painted]')).toHaveCount(2);

  // No worker starts, no file is read again, and the page before is not rendered again. A worker idle for ten seconds
  // terminates: if the machine is that slow, the next move has it again.
  let value = 30;
  await expect(async () => {
    expect(await askedByMoveTo(value++)).toEqual(['tryPage', 'replaceAfter', 'paint after']);
  }).toPass({ timeout: 120_000 });
});

test('the page in view follows the sliders: page, strip and place stay, and no half is ever blank', async ({
  compressPage,
  page,
}) => {
  // Pictures fade into each other.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await compressPage.open();
  const bytes = await photoDocument({ photos: 4, width: 1200, height: 900 });
  await compressPage.choose({ name: 'photos.pdf', bytes });
  await compressPage.settled();
  await page.getByRole('link', { name: /^Compare photos/ }).click();
  await page.getByRole('button', { name: /^Page 3, / }).click();
  await expect(page.locator('.half [data-painted="3"]')).toHaveCount(2);
  const live = page.getByRole('region', { name: 'Settings for this file' });
  await live.getByRole('textbox', { name: 'Picture quality' }).focus();
  await page.evaluate(() => scrollTo(0, 120));
  const scrolled = await page.evaluate(() => scrollY);
  // From here on, in each frame: is there a half without a picture, or another page? How many pictures come after each other?
  await page.evaluate(() => {
    const seen = { blank: 0, pages: new Set<string>(), pictures: new Set<string>() };
    Object.assign(window, { seen });
    /** The middle of a half as numbers: only paper, or nothing, gives null. */
    const inkOf = (canvas: HTMLCanvasElement) => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(canvas.width / 2 - 20, canvas.height / 2 - 20, 40, 40);
      return data.some((value) => value > 0 && value < 250) ? data.join() : null;
    };
    const look = () => {
      const halves = [...document.querySelectorAll<HTMLCanvasElement>('.half canvas')]
        // The list behind the page has a picture of its own.
        .filter((canvas) => canvas.closest('.only-file') === null)
        .map(inkOf);
      seen.blank += halves.filter((half) => half === null).length + (halves.length === 2 ? 0 : 1);
      if (halves[1]) seen.pictures.add(halves[1]);
      seen.blank += document.querySelectorAll('.half .picture.blank, .stage.empty, .not-open').length;
      seen.pages.add(document.querySelector('.tools-end .hint')?.textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  await live.getByRole('textbox', { name: 'Picture quality' }).fill('15');
  await live.getByRole('textbox', { name: 'Picture quality' }).press('Enter');
  await expect(live.getByRole('status')).toContainText(/Page 3: .* → /);
  await expect(page.locator('.half [data-painted="3"]')).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Pages, with score' }).getByRole('button')).toHaveCount(4);
  await expect(page.getByRole('group', { name: 'Pages, with score' })).toContainText('tried');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  const seen = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { blank: number; pages: Set<string>; pictures: Set<string> };
    };
    return { blank: seen.blank, pages: [...seen.pages], pictures: seen.pictures.size };
  });
  expect(seen).toEqual({ blank: 0, pages: ['Page 3 of 4'], pictures: expect.any(Number) });
  expect(seen.pictures).toBeGreaterThan(1);
});
