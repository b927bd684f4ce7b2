import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fileWithLostPage } from '../../shared/testing/documents/lost-page.ts';
import { zipContents } from '../../shared/testing/zip-contents.ts';
import type { CompressPage } from '../support/compress-page.ts';
import {
  attachedDocument,
  denseDocument,
  photoDocument,
  scanDocument,
  signedDocument,
  smallDocument,
} from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

/** Documents by name: each is there for the buttons that it is offered, and small, since every button makes it anew. */
const DOCUMENTS = {
  'photo.pdf': () => photoDocument({ photos: 2, width: 1200, height: 900 }),
  'scan.pdf': scanDocument,
  'attached.pdf': () => attachedDocument(20_000),
  'signed.pdf': () => signedDocument('signed', 9000),
  'long.pdf': () => denseDocument(4, 3000),
  'torn.pdf': async () => Buffer.from(fileWithLostPage(20_000)),
  'text.pdf': () => smallDocument('text'),
  'album.pdf': () => photoDocument({ photos: 3, width: 300, height: 225 }),
} as const;

/** Buttons that change results, by file, under each kind of limit; `beside` are files without such buttons. */
const OFFERED = {
  '': {
    beside: ['text.pdf'],
    'scan.pdf': ['Sharp letters, paper kept', 'Black on white'],
    'signed.pdf': ['Compress anyway'],
  },
  '#each=7000': {
    beside: ['text.pdf'],
    'photo.pdf': ['Try Smallest', 'Try in gray', 'Try down to 72 dpi'],
    'attached.pdf': ['Without the attachments'],
    'signed.pdf': ['Compress anyway'],
    'long.pdf': ['Split into 2 parts'],
    'torn.pdf': ['Without page 2'],
  },
  '#all=60000': {
    beside: ['attached.pdf', 'long.pdf', 'torn.pdf', 'album.pdf'],
    'scan.pdf': ['Sharp letters, paper kept', 'Black on white'],
    'signed.pdf': ['Compress anyway'],
    together: ['Send in 2 mails', 'Split into 2 parts'],
  },
  '#each=9000&all=50000': {
    beside: ['album.pdf'],
    'attached.pdf': ['Without the attachments'],
    'signed.pdf': ['Compress anyway'],
    'long.pdf': ['Split into 2 parts'],
    'torn.pdf': ['Without page 2'],
    together: ['Send in 2 mails', 'Split into 3 parts'],
  },
} as const;

for (const [address, { beside, ...offered }] of Object.entries(OFFERED)) {
  test(`each button leads to the size that it says: ${address || 'without a limit'}`, async ({
    compressPage,
    page,
  }) => {
    await compressPage.open(`/${address}`);
    const names = [...Object.keys(offered), ...beside];
    const documents = Object.entries(DOCUMENTS).filter(([name]) => names.includes(name));
    await compressPage.choose(
      ...(await Promise.all(documents.map(async ([name, make]) => ({ name, bytes: await make() })))),
    );
    await compressPage.settled();
    const walk = new Walk(compressPage, page);
    const atFirst = await walk.agrees();
    for (const [place, acts] of Object.entries(offered)) {
      for (const act of acts) {
        await test.step(`${place}: ${act}`, async () => {
          await expect.poll(() => walk.actsOf(place), place).toEqual(acts);
          await walk.press(place, act);
          await walk.undo(place, act);
          expect(await walk.agrees(), `${act} was undone`).toBe(atFirst);
        });
      }
    }
  });
}

/** The buttons of a list, and what comes of them. */
class Walk {
  readonly #compressPage: CompressPage;
  readonly #page: Page;

  constructor(compressPage: CompressPage, page: Page) {
    this.#compressPage = compressPage;
    this.#page = page;
  }

  /** Names of all buttons with a size in a row, its menu or its radio buttons, or beside the limit of all files. */
  async actsOf(place: string): Promise<readonly string[]> {
    const around = this.#around(place);
    const acts = around.locator('.act, .scan-form').locator('.act-what, b');
    const shown = await acts.allInnerTexts();
    const others = around.getByRole('button', { name: 'Other ways' });
    if ((await others.count()) === 0) return shown;
    await others.click();
    const more = await this.#page.getByRole('menuitem').locator('.act-what').allInnerTexts();
    await this.#page.keyboard.press('Escape');
    return [...shown, ...more];
  }

  /** Presses a button, waits for what comes of it, and compares that with what the button said. */
  async press(place: string, act: string): Promise<void> {
    const around = this.#around(place);
    const said = await this.#choose(around, act);
    if (act === 'Compress anyway') {
      const dialog = this.#page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Compress this file' }).click();
    }
    await expect(this.#undoOf(place, act)).toBeVisible();
    await this.#compressPage.settled();
    const files =
      place === 'together' && !act.startsWith('Split') ? await this.#head() : await this.#row(place, act);
    holds(said, files);
    const limit = Number(/each=(\d+)/.exec(this.#page.url())?.[1] ?? Number.POSITIVE_INFINITY);
    // Without its signature a file may still be too large; what serves the limit of all files leaves each its size.
    if (place !== 'together' && act !== 'Compress anyway')
      expect(Math.max(...files), act).toBeLessThanOrEqual(limit);
    await this.agrees();
  }

  async undo(place: string, act: string): Promise<void> {
    await this.#undoOf(place, act).click();
    await expect(this.#undoOf(place, act)).toHaveCount(0);
    await this.#compressPage.settled();
  }

  /** Headline, title, live region, main button and saved bytes say the same. Returns the headline. */
  async agrees(): Promise<string> {
    const headline = this.#page.getByRole('heading', { level: 1 });
    const text = (await headline.innerText()).replaceAll('\u00a0', ' ');
    await expect.poll(async () => (await this.#page.title()).replaceAll('\u00a0', ' ')).toContain(text);
    const live = this.#page.locator('.compress > [role="status"]');
    await expect.poll(async () => (await live.innerText()).replaceAll('\u00a0', ' ')).toBe(text);
    const files = await this.#head();
    const limit = /under ([\d.]+ [KM]B)/.exec(text.includes('together') ? '' : text)?.[1];
    if (limit !== undefined)
      for (const size of files) expect(size, text).toBeLessThanOrEqual(Number.parseFloat(limit) * 1000);
    return text;
  }

  /** Sizes of the files that the main button saves, which says their sum. */
  async #head(): Promise<readonly number[]> {
    const button = this.#page.locator('.save-all');
    const told = bare(await button.innerText());
    const files = await this.#saved(button);
    expect(told, 'the main button').toContain(sizeText(sum(files)));
    return files;
  }

  async #row(place: string, act: string): Promise<readonly number[]> {
    const name = place === 'together' ? 'album.pdf' : place;
    const files = await this.#saved(this.#compressPage.downloadButton(name));
    if (!act.startsWith('Split'))
      expect(bare(await this.#compressPage.row(name).innerText())).toContain(`→ ${sizeText(sum(files))}`);
    return files;
  }

  /** Returns sizes of a download: those of the files of an archive, or of the only file. */
  async #saved(button: Locator): Promise<readonly number[]> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), button.click()]);
    const bytes = await readFile(await download.path());
    if (!download.suggestedFilename().endsWith('.zip')) return [bytes.length];
    return [...zipContents(bytes).values()].map(({ length }) => length);
  }

  /** Presses it, and returns the size that it says. */
  async #choose(around: Locator, act: string): Promise<string> {
    const form = around.getByRole('radio', { name: act });
    if ((await form.count()) > 0) {
      await form.click();
      const use = around.getByRole('button', { name: /^Use on/ });
      const said = await use.locator('.num').innerText();
      await use.click();
      return bare(said);
    }
    const direct = around.locator('.act').filter({ hasText: act });
    if ((await direct.count()) === 0) await around.getByRole('button', { name: 'Other ways' }).click();
    const button = direct.or(this.#page.getByRole('menuitem').filter({ hasText: act })).first();
    const said = await button.locator('.act-size').innerText();
    await button.click();
    return bare(said);
  }

  #undoOf(place: string, act: string): Locator {
    if (act.startsWith('Send')) return this.#page.getByRole('button', { name: 'Undo', exact: true });
    const name = place === 'together' ? 'album.pdf' : place;
    return this.#compressPage.row(name).getByRole('button', { name: /^Undo/ });
  }

  #around(place: string): Locator {
    return place === 'together'
      ? this.#page.getByRole('region', { name: 'All files together' })
      : this.#compressPage.row(place);
  }
}

/** A size that was made is exact, an estimate (≈) within a tenth; a limit is met. */
function holds(said: string, files: readonly number[]): void {
  const total = sum(files);
  if (said.includes('+')) expect(files.map(sizeText).join(' + ')).toBe(said);
  else if (said.startsWith('≈')) {
    expect(total, said).toBeGreaterThanOrEqual(bytesOf(said) * 0.9);
    expect(total, said).toBeLessThanOrEqual(bytesOf(said) * 1.1);
  } else if (said.startsWith('under')) expect(total, said).toBeLessThanOrEqual(bytesOf(said));
  else expect(sizeText(total)).toBe(said);
}

const bare = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

function bytesOf(said: string): number {
  const [, digits, unit] = /([\d.]+) (bytes|KB|MB)/.exec(said) ?? [];
  return Number(digits) * (unit === 'MB' ? 1_000_000 : unit === 'KB' ? 1000 : 1);
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
