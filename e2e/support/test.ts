import { test as base, expect } from '@playwright/test';
import { createKey } from './command-line.ts';
import { CompressPage } from './compress-page.ts';
import { VerifyPage } from './verify-page.ts';

interface PerTest {
  /** What the page may report, where a test provokes it; nothing else. */
  readonly expectedErrors: RegExp | null;
  readonly compressPage: CompressPage;
  readonly verifyPage: VerifyPage;
}

interface PerRun {
  /** A key for the API, made with the command that the README names. */
  readonly apiKey: string;
}

/**
 * The base of every test here. Whatever a test does with the page, it fails when the page reports an error: a
 * script that threw, or anything the content policy refused.
 */
export const test = base.extend<PerTest, PerRun>({
  expectedErrors: [null, { option: true }],

  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await use(page);
    const unexpected = errors.filter((error) => !expectedErrors?.test(error));
    expect(unexpected, 'errors that the page reported').toEqual([]);
  },

  compressPage: async ({ page }, use) => {
    await use(new CompressPage(page));
  },

  verifyPage: async ({ page, compressPage }, use) => {
    await use(new VerifyPage(page, compressPage));
  },

  apiKey: [
    async ({ browserName }, use) => {
      const { key } = await createKey(`end-to-end tests in ${browserName}`);
      await use(key);
    },
    { scope: 'worker' },
  ],
});

export { expect };
