import { readFile } from 'node:fs/promises';
import { fileWithLostPage } from '../../shared/testing/documents/lost-page.ts';
import { openInPdfium } from '../../shared/testing/oracles/pdfium-render.ts';
import { zipContents } from '../../shared/testing/zip-contents.ts';
import {
  attachedDocument,
  denseDocument,
  photoDocument,
  scanDocument,
  signedDocument,
  smallDocument,
} from '../support/documents.ts';
import { allFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('the sample becomes what its pictures say', async ({ compressPage, page }) => {
  await compressPage.open();
  const line = page.getByRole('figure', { name: /^Sample: / });
  const [, after] = / → (.*)/.exec((await line.getAttribute('aria-label')) ?? '') ?? [];
  await page.getByRole('button', { name: 'Try this sample' }).click();
  await compressPage.settled();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Now ${after}`);
});

test('a file over its limit is split into parts that fit, which add up to all of its pages in PDFium', async ({
  compressPage,
  page,
}) => {
  // Photos that can become neither JPEG nor smaller: softer settings would not help.
  await compressPage.open('/#size=150000&jpeg=false');
  const album = await photoDocument({ photos: 5, width: 300, height: 225 });
  await compressPage.choose({ name: 'album.pdf', bytes: album });
  await compressPage.settled();
  const row = compressPage.row('album.pdf');
  const split = row.getByRole('button', { name: /^Split into/ });
  const downloading = page.waitForEvent('download');
  // Saved before there are parts: they are waited for, and the file that is too large is not handed out.
  await split.evaluate((button: HTMLElement) => {
    button.click();
    document.querySelector<HTMLElement>('.save-all')?.click();
  });
  await expect(row).toContainText(/\d parts, each under 150\u00a0KB/);
  await expect(split).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/fits under 150.KB$/i);
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('album-light.zip');
  const parts = zipContents(await readFile(await download.path()));
  await row.getByRole('button', { name: 'Show parts' }).click();
  for (const [name] of parts) await expect(row.getByTitle(name, { exact: true })).toBeVisible();
  let pages = 0;
  for (const [name, bytes] of parts) {
    expect(name).toMatch(/^album-light-\dof\d\.pdf$/);
    expect(bytes.length).toBeLessThanOrEqual(150_000);
    const part = await openInPdfium(new Uint8Array(bytes));
    pages += part.pageCount;
    part.close();
  }
  expect(pages).toBe(5);

  // The way back, and again: the answer is the same.
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Over by [\d.]+.KB$/);
  await expect(row.getByRole('button', { name: /^Split into/ })).toBeVisible();
});

// What each says before, and other remedies, is tested in buttons.spec.ts.
test('remedies bring all files that miss their limit under it, and are no warnings', async ({
  compressPage,
  page,
}) => {
  await compressPage.open('/#size=7000');
  await compressPage.choose(
    { name: 'attached.pdf', bytes: await attachedDocument(30_000) },
    { name: 'signed.pdf', bytes: await signedDocument('signed', 30_000) },
    { name: 'long.pdf', bytes: await denseDocument(4, 3000) },
    { name: 'torn.pdf', bytes: Buffer.from(fileWithLostPage(20_000)) },
  );
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('None fits under 7\u00a0KB');
  const remedy = (name: string, text: string) => compressPage.row(name).getByRole('button', { name: text });
  // Nothing is offered before it is known what comes of it.
  await expect(remedy('long.pdf', 'Split into 2 parts')).toBeVisible();
  await expect(remedy('torn.pdf', 'Without page 2')).toBeVisible();
  expect(await allFaults(page)).toEqual([]);
  await remedy('attached.pdf', 'Without the attachments').click();
  await remedy('long.pdf', 'Split into 2 parts').click();
  await remedy('torn.pdf', 'Without page 2').click();
  await remedy('signed.pdf', 'Compress anyway').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Compress this file' }).click();
  await remedy('signed.pdf', 'Without the attachments').click();

  await expect(headline).toHaveText('4 of 4 fit under 7\u00a0KB');
  const attached = compressPage.row('attached.pdf');
  await expect(attached).toContainText('Attachments removed');
  // The user's own choice is not a warning.
  await expect(attached.getByText('1 warning')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Over / })).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await allFaults(page)).toEqual([]);
  const { bytes } = await compressPage.saveAll();
  const saved = [...zipContents(bytes)].map(([name, file]) => [name, file.length] as const);
  expect(saved).toHaveLength(5);
  for (const [name, size] of saved) {
    expect(size).toBeLessThanOrEqual(7000);
    const row = compressPage.row(name.replace(/-light(-\dof2)?/, ''));
    const told = size < 1000 ? `${size}\u00a0bytes` : `${(size / 1000).toFixed(1)}\u00a0KB`;
    await expect(row).toContainText(name.includes('of2') ? told : `→ ${told}`);
  }
  // Parts are balanced, not one full and one with the rest.
  const [one, two] = saved.filter(([name]) => name.includes('of2')).map(([, size]) => size);
  expect(Math.abs(one! - two!)).toBeLessThan(500);
});

test('a scan that misses its limit is previewed, then separated to meet it', async ({
  compressPage,
  page,
}) => {
  // Else the scan would be separated to meet the limit, and none would be offered.
  await compressPage.open('/#size=7000&mrc=off');
  await compressPage.choose({ name: 'scan.pdf', bytes: await scanDocument() });
  await compressPage.row('scan.pdf').getByRole('button', { name: 'Compare first' }).click();
  const live = page.getByRole('region', { name: 'Settings for this file' });
  await expect(live.getByText(/Page \d: .* → /)).toBeVisible();
  await live.getByRole('button', { name: 'Use for the whole file' }).click();
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/fits/i);
  expect((await compressPage.save('scan.pdf')).bytes.length).toBeLessThanOrEqual(7000);
});

test('one limit for all files together is asked in the settings, kept, used to at least 90 %, and seen to be', async ({
  compressPage,
  page,
}) => {
  const photo = (photos: number) => photoDocument({ photos, width: 700, height: 525 });
  await compressPage.open('/#dpi=0');
  await page.getByRole('radio', { name: '18\u00a0MB mail' }).click();
  // A mail carries less than its nominal limit.
  await expect(page.getByText('E-mail encoding adds a third: 18 MB becomes 24 MB.')).toBeVisible();
  await expect(page).toHaveURL(/#dpi=0&all=18000000$/);
  await compressPage.choose(
    { name: 'one.pdf', bytes: await photo(1) },
    { name: 'two.pdf', bytes: await photo(2) },
    { name: 'three.pdf', bytes: await photo(3) },
    { name: 'four.pdf', bytes: await photo(1) },
    { name: 'text.pdf', bytes: await smallDocument('text') },
  );
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText(/^All together under 18\u00a0MB: [\d.]+\u00a0KB used$/);
  const usedKilobytes = async () => Number(/: ([\d.]+)/.exec((await headline.textContent()) ?? '')?.[1]);
  const budget = Math.floor((await usedKilobytes()) * 0.7);

  await compressPage.changeLimit('Own…');
  await compressPage.setSize(`${budget} KB`, 'All together');
  await compressPage.compressAgain();
  await expect(headline).toHaveText(
    new RegExp(`^All together under ${budget}\u00a0KB: [\\d.]+\u00a0KB used$`),
  );
  expect(await usedKilobytes()).toBeLessThanOrEqual(budget);
  expect(await usedKilobytes()).toBeGreaterThanOrEqual(budget * 0.9);
  const together = page.getByRole('region', { name: 'All files together' });
  await expect(together).toContainText('All files have similar quality.');
  await expect(
    together.getByRole('list', { name: `How the ${budget}\u00a0KB are used` }).getByRole('listitem'),
  ).toHaveCount(5);
  // An allocated limit does not count as differing from the panel's settings.
  const changed = page.getByRole('region', { name: 'Settings changed' });
  await expect(changed).toHaveCount(0);

  // Without a limit they return to their earlier results.
  await compressPage.changeLimit('Any size');
  await expect(changed).toContainText('compress 4 files again');
  await compressPage.compressAgain();
  await expect(headline).toHaveText(/smaller$/);
  await expect(together).toHaveCount(0);
});

test('in the bar of one limit each file is as wide as its share, however many small ones there are', {
  tag: '@phone',
}, async ({ compressPage, page }) => {
  await compressPage.open('/#all=200000');
  const small = Array.from({ length: 30 }, async (_, at) => ({
    name: `${at}.pdf`,
    bytes: await smallDocument(`${at}`),
  }));
  await compressPage.choose(...(await Promise.all(small)), {
    name: 'large.pdf',
    bytes: await attachedDocument(100_000),
  });
  const bar = page.getByRole('list', { name: 'How the 200\u00a0KB are used' });
  await expect(bar.getByRole('listitem')).toHaveCount(31);
  const widths = await bar.evaluate((list) => ({
    bar: list.clientWidth,
    parts: [...list.children].map((part) => part.getBoundingClientRect().width),
  }));
  const large = widths.parts.at(-1) ?? 0;
  expect(large / widths.bar).toBeGreaterThan(0.48);
  expect(large / widths.bar).toBeLessThan(0.55);
  const others = widths.parts.slice(0, -1).reduce((sum, width) => sum + width, 0);
  expect(others / widths.bar).toBeLessThan(0.15);
});

test('files that do not fit together go into several mails', { tag: '@phone' }, async ({
  compressPage,
  page,
}) => {
  const usable = async (state: string) => {
    expect(await allFaults(page), state).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBe(0);
  };
  await compressPage.open('/#all=150000');
  const bytes = await attachedDocument(100_000);
  await compressPage.choose({ name: 'one.pdf', bytes }, { name: 'two.pdf', bytes });
  const together = page.getByRole('region', { name: 'All files together' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[\d.]+.KB over 150.KB together$/);
  await usable('over the limit');
  await together.getByRole('button', { name: 'Send in 2 mails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 mails ready');
  await usable('in mails');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download mail 2' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('two-light.pdf');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  const [folders] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download as folders/ }).click(),
  ]);
  expect([...zipContents(await readFile(await folders.path())).keys()]).toEqual([
    'Mail 1/one-light.pdf',
    'Mail 2/two-light.pdf',
  ]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();

  // One left out, and the other fits; it can be taken back.
  await together.getByRole('button', { name: /^Leave out \d .* (one|two)\.pdf$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^All together under 150.KB/);
  await usable('one left out');
  await page.getByRole('button', { name: /^Put back/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/over 150.KB together$/);

  // A file that no mail holds stays out, until it is split.
  await compressPage.choose({ name: 'long.pdf', bytes: await denseDocument(4, 60_000) });
  await expect(together).toContainText('3 alone is larger than 150\u00a0KB');
  await usable('one too large alone');
  await together.getByRole('button', { name: /^Split into 2 parts .* long\.pdf$/ }).click();
  await together.getByRole('button', { name: 'Send in 4 mails' }).click();
  const [part] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download mail 1' }).click(),
  ]);
  expect((await readFile(await part.path())).length).toBeLessThanOrEqual(150_000);
});

test('the closest size is what was said before, and free room makes images sharper', async ({
  compressPage,
  page,
}) => {
  const bytes = await photoDocument({ photos: 2, width: 1200, height: 900 });
  await compressPage.open('/#all=8000');
  await compressPage.choose({ name: 'one.pdf', bytes }, { name: 'two.pdf', bytes });
  const headline = page.getByRole('heading', { level: 1 });
  const together = page.getByRole('region', { name: 'All files together' });
  const closest = together.getByRole('listitem').filter({ hasText: 'Closest size' });
  await expect(closest).toContainText('Images down to 72 dpi');
  const total = async () => {
    const told = await page.getByRole('button', { name: /^Download all/ }).textContent();
    return Number(/([\d.]+)\u00a0KB/.exec(told ?? '')?.[1]);
  };
  const said = Number(/About ([\d.]+)\u00a0KB/.exec((await closest.textContent()) ?? '')?.[1]);
  const before = await total();
  await closest.getByRole('button').click();
  await expect(closest).toHaveCount(0);
  await compressPage.settled();
  await expect.poll(total).toBeLessThan(before);
  expect(Math.abs((await total()) - said)).toBeLessThanOrEqual(said * 0.15);
  await expect(headline).toHaveText(/over 8.KB together$/);

  await compressPage.changeLimit('18\u00a0MB mail');
  await compressPage.compressAgain();
  await expect(headline).toHaveText(/^All together under 18.MB/);
  const roomy = await total();
  await expect(together).toContainText(/About [\d.]+.[KM]B in total\./);
  await together.getByRole('button', { name: 'Use it for sharper images' }).click();
  await expect(page.getByRole('radio', { name: 'Print' })).toBeChecked();
  await expect.poll(total).toBeGreaterThan(roomy);
  await expect(headline).toHaveText(/^All together under 18.MB/);
});

test('before any run each preset says about what it would make of all files, within 10 % of what it then makes', async ({
  compressPage,
  page,
}) => {
  // Lossless is slow enough to be stopped.
  await compressPage.open('/#q=100&d=1000000&dpi=0&jpeg=false');
  const photo = (photos: number) => photoDocument({ photos, width: 1600, height: 1200 });
  await compressPage.choose(
    { name: 'one.pdf', bytes: await photo(1) },
    { name: 'two.pdf', bytes: await photo(2) },
  );
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const small = page.getByRole('radio', { name: 'Smallest' });
  await expect(small).toContainText(/≈ [\d.]+\u00a0[KM]B/);
  await expect(page.getByText('Estimated total of your 2 files.')).toBeVisible();
  const estimate = Number(/≈ ([\d.]+)/.exec((await small.textContent()) ?? '')?.[1]);
  await small.click();
  await page
    .getByRole('region', { name: 'Settings changed' })
    .getByRole('button', { name: /^Compress/ })
    .click();
  await compressPage.settled();
  const sizes = [await compressPage.save('one.pdf'), await compressPage.save('two.pdf')];
  const real = sizes.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1000;
  expect(Math.abs(estimate - real)).toBeLessThanOrEqual(real * 0.1);
});
