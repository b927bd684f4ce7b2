import { expect, type Locator, type Page } from '@playwright/test';
import type { CompressPage } from './compress-page.ts';
import { type MadeFile, pathsOf } from './given-files.ts';

/** The page that compares any two PDFs, by roles, labels and texts. */
export class VerifyPage {
  readonly page: Page;
  readonly #start: CompressPage;

  constructor(page: Page, start: CompressPage) {
    this.page = page;
    this.#start = start;
  }

  /** From the start page, as users arrive: by then everything needed is loaded. */
  async open(): Promise<void> {
    await this.#start.open();
    await this.page.getByRole('link', { name: 'Compare two PDFs' }).click();
    await expect(this.page.getByRole('heading', { name: 'Compare any two PDFs' })).toBeVisible();
  }

  /** Drops files on the window, as with a mouse. */
  async drop(...files: readonly MadeFile[]): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      (given) => {
        const made = new DataTransfer();
        for (const { name, base64, type } of given) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          made.items.add(new File([bytes], name, { type }));
        }
        return made;
      },
      files.map(({ name, bytes, type = 'application/pdf' }) => ({
        name,
        type,
        base64: Buffer.from(bytes).toString('base64'),
      })),
    );
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.getByRole('main').dispatchEvent(type, { dataTransfer: transfer });
    }
  }

  async choose(label: string, file: MadeFile): Promise<void> {
    await this.page.getByLabel(label).setInputFiles(await pathsOf([file]));
  }

  sheet(side: 'Before' | 'After'): Locator {
    return this.page.getByRole('region', { name: side, exact: true });
  }

  /** The result, by its headline. */
  verdict(headline: string): Locator {
    return this.page.getByRole('region', { name: headline, exact: true });
  }
}
