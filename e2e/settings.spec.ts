import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { nameOf, REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;
const run = promisify(execFile);

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
