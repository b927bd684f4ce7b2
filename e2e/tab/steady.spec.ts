import type { Page } from '@playwright/test';
import { REAL_DOCUMENTS, signedDocument, smallDocument } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

/**
 * Notes, frame by frame until `read`, where each row's buttons are. A control that moves once it is there slips from
 * under the pointer: what a user presses then is something else.
 */
async function watchRows(page: Page): Promise<{ read(): Promise<readonly string[]> }> {
  await page.evaluate(() => {
    const seen = new Map<string, number[]>();
    const state = { seen, isOn: true };
    Object.assign(window, { rows: state });
    const look = () => {
      for (const button of document.querySelectorAll('li[data-job] :is(button, a)')) {
        const name = `${button.closest('li')?.ariaLabel}: ${button.ariaLabel ?? button.textContent}`;
        const { top, height } = button.getBoundingClientRect();
        if (height === 0) continue;
        const places = seen.get(name) ?? [];
        seen.set(name, places);
        const last = places.at(-1);
        if (last === undefined || Math.abs(last - top) > 1) places.push(top);
      }
      if (state.isOn) requestAnimationFrame(look);
    };
    look();
  });
  return {
    read: () =>
      page.evaluate(async () => {
        const { rows } = window as unknown as { rows: { seen: Map<string, number[]>; isOn: boolean } };
        // Observers and delayed states have had their turn.
        for (let frame = 0; frame < 30; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        rows.isOn = false;
        return [...rows.seen].flatMap(([name, places]) => (places.length > 1 ? `${name} at ${places}` : []));
      }),
  };
}

test('no row moves from under the pointer: at the end of the work, and when an undo brings the list back', async ({
  compressPage,
  page,
}) => {
  const files = await Promise.all(
    Array.from({ length: 14 }, async (_, at) => ({ name: `${at}.pdf`, bytes: await smallDocument(`${at}`) })),
  );
  await compressPage.open();
  const work = await watchRows(page);
  await compressPage.choose(...files);
  await compressPage.settled();
  expect(await work.read()).toEqual([]);

  const startOver = page.getByRole('button', { name: 'Start over' });
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  const whole = await pageHeight();
  await startOver.scrollIntoViewIfNeeded();
  // The compact head takes the place of the whole one.
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeHidden();
  expect(await pageHeight()).toBe(whole);
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  // A second time: what was lost of the place by one undo would add up.
  for (const turn of [1, 2]) {
    await startOver.click();
    await expect(page.getByText('Removed: 14 files')).toBeVisible();
    const undo = await watchRows(page);
    await page.keyboard.press('Control+z');
    await expect(compressPage.row('2.pdf')).toBeAttached();
    expect(await undo.read(), `undo ${turn}`).toEqual([]);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  }
  expect((await compressPage.save('2.pdf')).bytes.subarray(0, 5).toString()).toBe('%PDF-');

  // A file's page, and back to the place in the list.
  const compare = page.getByRole('link', { name: 'Compare 11.pdf' });
  await compare.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await compare.click();
  await expect(page.getByRole('heading', { name: '11.pdf' })).toBeFocused();
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(compare).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(place);

  // Another list begins at its top.
  await startOver.click();
  await compressPage.choose(...files.slice(0, 3));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('a slow press on a menu opens it: its button stays under the pointer, whichever buttons are beside it', async ({
  compressPage,
  page,
}) => {
  const kept = { name: 'kept.pdf', bytes: await signedDocument('signed') };
  const smaller = { name: 'smaller.pdf', bytes: await smallDocument('text') };
  // A list has a download in each row, a single file has it above.
  for (const files of [[kept, smaller], [smaller], [kept]]) {
    await compressPage.open();
    await compressPage.choose(...files);
    await compressPage.settled();
    for (const { name } of files) {
      const opener = compressPage.menuButton(name);
      await opener.hover();
      const before = await opener.boundingBox();
      await page.mouse.down();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await opener.boundingBox(), `${name} of ${files.length}`).toEqual(before);
      await page.mouse.up();
      await page.getByRole('menuitem', { name: 'Settings for this file' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
});

test('a remedy of the only file is pressed where it stands, and nothing lies over it', {
  tag: '@phone',
}, async ({ compressPage, page }) => {
  await compressPage.open('/#each=60000');
  await compressPage.choose(REAL_DOCUMENTS.form);
  const split = page.getByRole('button', { name: /^Split into 2 parts/ });
  await split.click();
  await expect(split).toBeHidden();
});
