import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { halfHiddenDocument, nameOf, photoDocument, REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper, form } = REAL_DOCUMENTS;
const run = promisify(execFile);

test('settings go into the address, stay when asked, and a link brings them back', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  await page.getByRole('radio', { name: 'Small' }).click();
  await expect(page).toHaveURL(/#q=60&dpi=110&crop=true$/);
  await compressPage.openMore();
  await page.getByRole('switch', { name: 'Limit resolution' }).click();
  await compressPage.setNumber('Highest resolution', 700);
  await expect(page.getByText('The highest value is 600.')).toBeVisible();
  await page.getByRole('switch', { name: 'Grayscale images' }).click();
  await expect(page.getByText('Custom', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/#q=60&maxdpi=600&dpi=110&gray=true&crop=true$/);

  await page.goto('/#q=42');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Image quality' })).toHaveValue('42');
  // Not stored without a request.
  await page.goto('/');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Image quality' })).toHaveValue('75');
  await page.getByRole('radio', { name: 'Sharp' }).click();
  await compressPage.openMore();
  await page.getByRole('switch', { name: 'Keep these settings for next time' }).click();
  await page.goto('/docs');
  await page.goto('/');
  await expect(page.getByRole('radio', { name: 'Sharp' })).toBeChecked();
});

test('one file can have settings of its own, and the last run can be taken back', async ({
  compressPage,
  page,
}) => {
  const [own, other] = [nameOf(newspaper), nameOf(form)];
  await compressPage.open();
  await compressPage.choose(newspaper, form);
  await compressPage.settled();
  const before = { own: await compressPage.save(own), other: await compressPage.save(other) };

  await compressPage.fromMenu(own, 'Settings for this file');
  // All of them are beside the picture, at one place.
  const panel = page.getByRole('region', { name: 'Settings for this file' });
  await expect(panel.getByRole('heading')).toBeFocused();
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await panel.getByRole('radio', { name: 'Lossless' }).click();
  await panel.getByRole('button', { name: 'Use for the whole file' }).click();
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(compressPage.row(own)).toContainText('Own settings');
  await compressPage.settled();
  const lossless = await compressPage.save(own);
  expect(lossless.bytes.equals(before.own.bytes)).toBe(false);
  expect((await compressPage.save(other)).bytes.equals(before.other.bytes)).toBe(true);

  // Compresses all again: the other file changes, the file with its own settings stays.
  await compressPage.openMore();
  await page.getByRole('switch', { name: 'Remove metadata' }).click();
  await compressPage.compressAgain();
  await compressPage.settled();
  expect((await compressPage.save(other)).bytes.equals(before.other.bytes)).toBe(false);
  expect((await compressPage.save(own)).bytes.equals(lossless.bytes)).toBe(true);

  await page.getByRole('button', { name: 'Back to previous results' }).click();
  expect((await compressPage.save(other)).bytes.equals(before.other.bytes)).toBe(true);
});

test('what no page shows of a picture goes when somebody says so, and the receipt names it', async ({
  compressPage,
  page,
}) => {
  await compressPage.open();
  await compressPage.choose({ name: 'half.pdf', bytes: await halfHiddenDocument() });
  const whole = await compressPage.save('half.pdf');
  await compressPage.openMore();
  await page.getByRole('switch', { name: 'Crop hidden image areas' }).click();
  await compressPage.compressAgain();
  await compressPage.settled();
  const cropped = await compressPage.save('half.pdf');
  expect(cropped.bytes.length).toBeLessThan(whole.bytes.length * 0.75);
  await page.getByRole('link', { name: 'Compare half.pdf' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  const { imagesChanged } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(imagesChanged).toMatchObject([{ cropped: { width: expect.any(Number) } }]);
  expect(imagesChanged[0].cropped.width).toBeLessThan(500);
});

test('the copied call gives the same bytes as the tab', async ({ compressPage, page, apiKey }, testInfo) => {
  const name = nameOf(newspaper);
  await compressPage.open('/#q=35&d=700&gray=true');
  await compressPage.choose(newspaper);
  await compressPage.settled();
  const tab = await compressPage.save(name);

  const folder = testInfo.outputPath();
  await writeFile(testInfo.outputPath(name), await readFile(newspaper));
  // A single file is one picture, before and after, which stays inside the page on a narrow phone.
  const pictures = page.getByRole('img', { name: /^Page 1, (original|compressed)/ });
  await expect(pictures.locator('canvas')).toHaveCount(2);
  await expect(page.getByRole('slider', { name: 'Compare position' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Do this from code' }).click();
  const call = (await page.getByRole('tabpanel').innerText()).trim();
  expect(call).toMatch(/^curl /);
  const output = testInfo.outputPath(name.replace('.pdf', '-light.pdf'));
  const wrongKey = { ...process.env, PAGELIGHT_KEY: `${apiKey}x` };
  await expect(run('sh', ['-c', call], { cwd: folder, env: wrongKey })).rejects.toMatchObject({
    stdout: '401\n',
  });
  await expect(readFile(output), 'an error is no PDF').rejects.toMatchObject({ code: 'ENOENT' });
  // Runs the whole copied command in a shell, as users would.
  await run('sh', ['-c', call], { cwd: folder, env: { ...process.env, PAGELIGHT_KEY: apiKey } });
  expect((await readFile(output)).equals(tab.bytes)).toBe(true);

  await page.getByRole('tab', { name: 'TypeScript' }).click();
  const program = await page.getByRole('tabpanel').innerText();
  await writeFile(testInfo.outputPath('call.mjs'), program.replace('-light.pdf', '-program.pdf'));
  await run(process.execPath, ['call.mjs'], { cwd: folder, env: { ...process.env, PAGELIGHT_KEY: apiKey } });
  const programmed = testInfo.outputPath(name.replace('.pdf', '-program.pdf'));
  expect((await readFile(programmed)).equals(tab.bytes)).toBe(true);

  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('"quality": "35"');
});

test('each file fits under a size that is written as people write it', async ({ compressPage, page }) => {
  await compressPage.open();
  await page.getByRole('radio', { name: '500 KB visa' }).click();
  await expect(page).toHaveURL(/#each=500000$/);
  await expect(page.getByText('Set automatically to meet the limit.')).toBeVisible();
  const bytes = await photoDocument({ photos: 3, width: 1600, height: 1200 });
  await compressPage.choose({ name: 'photo.pdf', bytes });
  expect((await compressPage.save('photo.pdf')).bytes.length).toBeLessThanOrEqual(500_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^[\d.]+\u00a0KB\. Fits under 500\u00a0KB$/,
  );

  await compressPage.changeLimit('Own…');
  await compressPage.setSize('a lot');
  await expect(page.getByRole('alert')).toContainText('Enter a size such as');
  await compressPage.setSize('30 kb');
  await expect(page.getByText('As typed: 30\u00a0KB is 30,000 bytes.')).toBeVisible();
  await expect(page).toHaveURL(/#each=30000$/);
  await compressPage.compressAgain();
  await compressPage.settled();
  expect((await compressPage.save('photo.pdf')).bytes.length).toBeLessThanOrEqual(30_000);
  await compressPage.setSize('1,5');
  await expect(page).toHaveURL(/#each=1500000$/);
});
