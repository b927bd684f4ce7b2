import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { nameOf } from './documents.ts';
import { type Given, pathsOf } from './given-files.ts';

/** The page as users see it: by roles, labels and texts. */
export class CompressPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until everything it will ever need is loaded. */
  async open(address = '/'): Promise<void> {
    await this.page.goto(address);
    await expect(this.page.getByRole('heading', { name: 'Make PDFs smaller.' })).toBeVisible();
    await this.touch();
    // An invisible marker for this purpose: from then on the page sends no requests.
    await expect(
      this.page.locator(
        '[data-engine="ready"][data-preview="here"]:is([data-offline="stored"], [data-offline="none"])',
      ),
    ).toBeAttached();
  }

  /** Any key that does nothing: from the first touch on, the page fetches what only its users need. */
  async touch(): Promise<void> {
    await this.page.keyboard.press('Shift');
  }

  async choose(...given: readonly Given[]): Promise<void> {
    const input = this.page.getByLabel(/^(Choose|Add) PDFs$/);
    await input.setInputFiles(await pathsOf(given));
  }

  /** Drops files on the window, as with a mouse. */
  async drop(...paths: readonly string[]): Promise<void> {
    const files = await Promise.all(paths.map(read));
    const transfer = await this.page.evaluateHandle(
      (given) => {
        const made = new DataTransfer();
        for (const { name, base64 } of given) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          made.items.add(new File([bytes], name, { type: 'application/pdf' }));
        }
        return made;
      },
      files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
    );
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.getByRole('main').dispatchEvent(type, { dataTransfer: transfer });
    }
  }

  /** Chooses a whole folder. */
  async chooseFolder(path: string): Promise<void> {
    await this.page.getByLabel('Choose a folder').setInputFiles(path);
  }

  /** Waits until no file is in work. */
  async settled(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Start over' })).toBeVisible();
  }

  /** Returns the download of the main button above the results. */
  async saveAll(): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: /^Download all/ }).click(),
    ]);
    return { fileName: download.suggestedFilename(), bytes: await contents(download) };
  }

  row(name: string): Locator {
    return this.page.getByRole('listitem', { name, exact: true });
  }

  progressOf(name: string): Locator {
    return this.row(name).getByRole('progressbar');
  }

  /** Records, inside the page, every value of any file's progress bar from now on. */
  async watchProgress(): Promise<void> {
    await this.page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { progressSeen: seen });
      new MutationObserver(() => {
        const bar = document.querySelector('li [role="progressbar"]');
        const now = Number(bar?.getAttribute('aria-valuenow') ?? Number.NaN);
        if (!Number.isNaN(now) && now !== seen.at(-1)) seen.push(now);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  }

  async progressSeen(): Promise<readonly number[]> {
    return this.page.evaluate(() => (window as unknown as { progressSeen: number[] }).progressSeen);
  }

  cancelButton(name: string): Locator {
    return this.page.getByRole('button', { name: `Cancel ${name}`, exact: true });
  }

  /** In the file's row, or above the list if it is the only one. */
  downloadButton(name: string): Locator {
    // Also after it was saved, which changes the label.
    return this.page.getByRole('button', {
      name: new RegExp(`^(Saved\\. )?Download( again:)? ${escaped(name)}, `),
    });
  }

  /** Waits for the file's result, saves it and returns it. */
  async save(name: string): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.downloadButton(name).click(),
    ]);
    return { fileName: download.suggestedFilename(), bytes: await contents(download) };
  }

  async compressAgain(): Promise<void> {
    await this.page.getByRole('button', { name: /^Compress \d+ files?$/ }).click();
  }

  /** Expands the switches, which are collapsed at first. */
  async openMore(): Promise<void> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click();
  }

  /** On a phone, opens what a row has to say of its limit; elsewhere all of it is shown. */
  async unfold(name: string): Promise<void> {
    const unfold = this.row(name).locator('.unfold[aria-expanded="false"]');
    if (await unfold.isVisible()) await unfold.press('Enter');
  }

  /** Chooses an entry of a file's menu. */
  async fromMenu(name: string, entry: string): Promise<void> {
    await this.menuButton(name).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  menuButton(name: string): Locator {
    return this.page.getByRole('button', { name: `More for ${name}`, exact: true });
  }

  /** Types a custom limit. */
  async setSize(text: string, label: 'Each file' | 'All together' = 'Each file'): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label });
    await field.fill(text);
    await field.press('Enter');
  }

  /** Chooses where the results of a list have to fit. */
  async changeLimit(place: string): Promise<void> {
    const change = this.page.getByRole('button', { name: 'Change', exact: true });
    if ((await change.getAttribute('aria-expanded')) === 'false') await change.click();
    await this.page.getByRole('radio', { name: place, exact: true }).click();
  }

  /** Types the number beside a slider. */
  async setNumber(label: string, value: number | string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label });
    await field.fill(String(value));
    await field.press('Enter');
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function read(path: string) {
  return { name: nameOf(path), bytes: await readFile(path) };
}

async function contents(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}
