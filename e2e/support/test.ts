import { test as base, expect } from '@playwright/test';
import { MAX_ESTIMATE_MS } from '../../web/worker/max-estimate-ms.ts';
import { createKey } from './command-line.ts';
import { CompressPage } from './compress-page.ts';
import { VerifyPage } from './verify-page.ts';

export interface PerTest {
  /** Errors that a test provokes; any other fails it. */
  readonly expectedErrors: RegExp | null;
  readonly compressPage: CompressPage;
  readonly verifyPage: VerifyPage;
}

export interface PerRun {
  /** An API key, created with the command that the README names. */
  readonly apiKey: string;
}

/**
 * The base of every test here: it fails if the page reports an error, such as a thrown script error or a violation of
 * the content security policy.
 */
export const test = base.extend<PerTest, PerRun>({
  expectedErrors: [null, { option: true }],

  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // Of a request that failed, the text alone does not say which.
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    await page.addInitScript(letEstimatesEnd, MAX_ESTIMATE_MS);
    if (process.env.E2E_PROGRAMS === undefined) await page.addInitScript(blurNothing);
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

/** Runs in the page, which abandons long estimates: on a slow machine a test would wait for them in vain. */
function letEstimatesEnd(maxEstimateMs: number): void {
  const { setTimeout } = window;
  const patient = (run: () => void, ms?: number, ...rest: unknown[]) =>
    setTimeout(run, ms === maxEstimateMs ? 30 * maxEstimateMs : ms, ...rest);
  Object.assign(window, { setTimeout: patient });
}

/** Runs in the page: without a graphics card each frame of the blur beneath the first sheet takes .4 CPU s. */
function blurNothing(): void {
  const plain = new CSSStyleSheet();
  plain.replaceSync('.sheet { backdrop-filter: none !important }');
  document.adoptedStyleSheets.push(plain);
}

export { expect };
