import { readFile } from 'node:fs/promises';
import { zipContents } from '../../shared/testing/zip-contents.ts';
import { lockedDocument, photoDocument, REAL_DOCUMENTS, smallDocument } from '../support/documents.ts';
import { pathsOf } from '../support/given-files.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { expect, test } from '../support/test.ts';
import { Firefox } from './firefox.ts';

// A touch, then what the page fetches after it.
const READY = `(dispatchEvent(new Event('keydown')), document.querySelector('[data-engine="ready"][data-preview="here"]:not([data-offline="pending"])') && 'ready')`;
const SETTLED = `[...document.querySelectorAll('button')].some((one) => one.textContent === 'Start over')`;
const INPUT = 'input[type=file]:not([webkitdirectory])';

test('in Firefox five files get Chromium’s bytes, a password opens one, pages are compared, and all works offline', async ({
  compressPage,
}, testInfo) => {
  const files = await pathsOf([
    ...Object.values(REAL_DOCUMENTS).slice(0, 3),
    { name: 'photos.pdf', bytes: await photoDocument({ photos: 2, width: 900, height: 600 }) },
    { name: 'small.pdf', bytes: await smallDocument('small') },
  ]);
  await compressPage.open();
  await compressPage.choose(...files);
  await compressPage.settled();
  const inChromium = zipContents((await compressPage.saveAll()).bytes);
  await compressPage.page.close();
  expect(inChromium.size).toBe(5);

  const proxy = await startRecordingProxy();
  const firefox = await Firefox.start(process.env.FIREFOX_PATH ?? 'firefox-esr');
  try {
    await firefox.goto(`${proxy.baseURL}/`);
    await firefox.until(READY);
    expect(await firefox.until('String(crossOriginIsolated)')).toBe('true');
    const requests = proxy.seen.length;
    await firefox.setFiles(INPUT, files);
    await firefox.until(SETTLED);
    const zip = await firefox.download(() => firefox.click('button', 'Download all'));
    const inFirefox = zipContents(await readFile(zip));
    expect([...inFirefox.keys()]).toEqual([...inChromium.keys()]);
    for (const [name, bytes] of inChromium)
      expect(bytes.equals(inFirefox.get(name) ?? Buffer.alloc(0)), name).toBe(true);

    const [locked] = await pathsOf([{ name: 'locked.pdf', bytes: await lockedDocument('word') }]);
    await firefox.setFiles(INPUT, [locked!]);
    await firefox.click('input[type=password]');
    await firefox.type('word\uE007');
    await firefox.until(`document.querySelector('li[aria-label="locked.pdf"] .acts') && 'done'`);

    await firefox.click('a', 'Compare photos.pdf');
    await firefox.until(`document.querySelectorAll('.half [data-painted="1"]').length === 2`);
    await firefox.until(`document.body.textContent.includes('2 pages drawn twice and compared')`);
    const picture = await firefox.screenshot();
    await testInfo.attach('compared in Firefox', { body: picture, contentType: 'image/png' });
    expect(picture.readUInt32BE(16)).toBe(1280);
    expect(proxy.seen.slice(requests), 'requests while compressing and comparing').toEqual([]);

    // The server is gone for good.
    await firefox.goto(`${proxy.baseURL}/`);
    await firefox.until(READY);
    await proxy.close();
    await firefox.reload();
    await firefox.until(READY);
    await firefox.setFiles(INPUT, files.slice(0, 1));
    await firefox.until(SETTLED);
    const offline = await firefox.download(() => firefox.click('button', 'Download'));
    const [first] = [...inChromium.values()];
    expect((await readFile(offline)).equals(first!)).toBe(true);
    expect(firefox.errors).toEqual([]);
  } finally {
    await firefox.close();
    await proxy.close().catch(() => undefined);
  }
});
