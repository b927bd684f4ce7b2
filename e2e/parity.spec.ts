import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { FileBuilder, onePage } from '../shared/testing/documents/files.ts';
import { photo } from '../shared/testing/pictures/rasters.ts';
import { callCompress, pdf } from './support/api-client.ts';
import { runCommand } from './support/command-line.ts';
import type { CompressPage } from './support/compress-page.ts';
import { nameOf, photoDocument, REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

/** The tab's first preset in the other two interfaces. */
const PRESET = { query: '?preset=balanced', flags: ['--preset', 'balanced'] };

/** Options that differ from every default, with their names in each of the three interfaces. */
const CUSTOM = {
  query: `${PRESET.query}&quality=35&maxDimension=700&stripMetadata=false`,
  flags: [...PRESET.flags, '--quality', '35', '--max-dimension', '700', '--no-strip-metadata'],
  async set(compressPage: CompressPage) {
    await compressPage.setNumber('Picture quality', 35);
    await compressPage.setNumber('Largest picture side', '700 px');
    await compressPage.openMore();
    await compressPage.page.getByRole('switch', { name: 'Remove metadata' }).click();
  },
};
const DEFAULTS = { ...PRESET, async set() {} };

/** Represents the bytes in readable failure messages. */
function fingerprint(bytes: Uint8Array) {
  return { length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const { newspaper, form } = REAL_DOCUMENTS;
const cases = [
  { paths: Object.values(REAL_DOCUMENTS), settings: DEFAULTS, how: 'as they come', tag: [] },
  { paths: [newspaper, form], settings: CUSTOM, how: 'with other settings', tag: ['@small'] },
];

for (const { paths, settings, how, tag } of cases) {
  test(
    `${paths.length} documents ${how}: tab, API and command line give the same bytes`,
    { tag },
    async ({ compressPage, apiKey }, testInfo) => {
      await compressPage.open();
      await settings.set(compressPage);
      await compressPage.choose(...paths);
      const tab = new Map<string, Buffer>();
      for (const path of paths) tab.set(path, (await compressPage.save(nameOf(path))).bytes);
      // It would go on estimating what other presets give.
      await compressPage.page.close();

      for (const path of paths) {
        const name = nameOf(path);
        const input = await readFile(path);
        const answer = await callCompress([['file', pdf(input)]], { key: apiKey, query: settings.query });
        expect(answer.status, name).toBe(200);
        const api = Buffer.from(await answer.arrayBuffer());

        const output = testInfo.outputPath(`out-${name}`);
        const ended = await runCommand('compress', path, output, ...settings.flags);
        expect(ended.code, ended.stderr).toBe(0);
        const commandLine = await readFile(output);

        expect(api.length, name).toBeLessThanOrEqual(input.length);
        expect(fingerprint(tab.get(path)!), `${name} in tab and API`).toEqual(fingerprint(api));
        expect(fingerprint(commandLine), `${name} in command line and API`).toEqual(fingerprint(api));
      }
    },
  );
}

/** Settings, with the actions that set them in the page. */
const SHOWN = {
  Exact: (page: Page) => page.getByRole('radio', { name: /^Exact/ }).click(),
  'Smallest, under 500 KB': async (page: Page) => {
    await page.getByRole('radio', { name: /^Smallest/ }).click();
    await page.getByRole('radio', { name: '500 KB visa' }).click();
  },
};

for (const [name, set] of Object.entries(SHOWN)) {
  test(`the call that the page shows for ${name}, run as it stands, gives the bytes of the page`, async ({
    compressPage,
    page,
    apiKey,
  }, testInfo) => {
    const path = REAL_DOCUMENTS.newspaper;
    await compressPage.open();
    await set(page);
    await compressPage.choose(path);
    const tab = await compressPage.save(nameOf(path));
    await page.getByRole('button', { name: 'Do this from code' }).click();
    const call = await page.getByRole('tabpanel', { name: 'curl' }).innerText();
    await page.close();

    const cwd = testInfo.outputPath();
    await copyFile(path, join(cwd, nameOf(path)));
    const env = { ...process.env, PAGELIGHT_KEY: apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-c', call], { cwd, env });
    expect(stdout).toBe('200\n');
    const api = await readFile(join(cwd, tab.fileName));
    expect(fingerprint(api)).toEqual(fingerprint(tab.bytes));
    expect(api.length).toBeLessThan((await readFile(path)).length);
  });
}

/** A photograph that wavelets suit better than Flate. */
function grainyPhoto(): Uint8Array<ArrayBuffer> {
  const { samples } = photo(96, 80, 3);
  const entries =
    '/Type /XObject /Subtype /Image /Width 96 /Height 80 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
  const resources = '/Resources << /XObject << /Im 6 0 R >> >>';
  const file = onePage(new FileBuilder(), '96 0 0 80 0 0 cm /Im Do', resources)
    .stream(6, entries, samples)
    .table('/Root 1 0 R')
    .build();
  return new Uint8Array(file);
}

test('reversible JPEG 2000: the tab loads its encoder when it is first asked for, and all give the same bytes', async ({
  compressPage,
  page,
  apiKey,
}, testInfo) => {
  const path = testInfo.outputPath('photos.pdf');
  const input = grainyPhoto();
  await writeFile(path, input);
  const encoders: string[] = [];
  page.on('request', (request) => {
    if (/openjpegwasm/.test(request.url())) encoders.push(request.url());
  });
  await compressPage.open();
  await SHOWN.Exact(page);
  await compressPage.choose(path);
  const flate = await compressPage.save('photos.pdf');
  expect(encoders).toEqual([]);
  await page.reload();
  await compressPage.openMore();
  await page.getByRole('switch', { name: 'Photos as JPEG 2000' }).click();
  await compressPage.choose(path);
  const tab = await compressPage.save('photos.pdf');
  expect(encoders).toHaveLength(1);
  await page.close();

  const answer = await callCompress([['file', pdf(input)]], {
    key: apiKey,
    query: '?preset=lossless&jpx=lossless',
  });
  const output = testInfo.outputPath('out.pdf');
  const ended = await runCommand('compress', path, output, '--preset', 'lossless', '--jpx', 'lossless');
  expect(ended.code, ended.stderr).toBe(0);
  expect(fingerprint(tab.bytes)).toEqual(fingerprint(Buffer.from(await answer.arrayBuffer())));
  expect(fingerprint(await readFile(output))).toEqual(fingerprint(tab.bytes));
  expect(tab.bytes.includes('/JPXDecode')).toBe(true);
  expect(tab.bytes.length).toBeLessThan(flate.bytes.length);
});

test('a second run finds the same bytes again', async ({ apiKey }, testInfo) => {
  const input = await photoDocument({ photos: 2, width: 1600, height: 1200 });
  const path = testInfo.outputPath('photos.pdf');
  await writeFile(path, input);
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const answer = await callCompress([['file', pdf(new Uint8Array(input))]], { key: apiKey });
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  expect(fingerprint(runs[0]!)).toEqual(fingerprint(runs[1]!));
  expect(runs[0]!.length).toBeLessThan(input.length);
});
