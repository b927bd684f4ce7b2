import type { Locator, Page } from '@playwright/test';
import { faultsOf, RULES_OF_COLOUR, told } from '../support/axe.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { overflowingText } from '../support/spilled-text.ts';
import { test as base, expect } from '../support/test.ts';

export const OWNER = { email: 'laura@northquay.example', password: 'a short sentence' };

/** Gives each test its own server at its very first start, on the shared server's address and another port. */
export const test = base.extend<{ server: OwnServer }>({
  // Chromium logs every refusal. Set here, since `test.use` would apply to only one file.
  expectedErrors: /the server responded with a status of 40[0-39]/,

  // Depends on the server, so that the page is looked at, and closed, while its server still answers.
  page: async ({ server: _, page }, use) => {
    await use(page);
    await page.close();
  },

  server: async ({ baseURL }, use, testInfo) => {
    // A receiver of webhooks that may be asked, and that no resolver knows (RFC 6761).
    const server = await startOwnServer(new URL(baseURL!).hostname, { INPUT_HOSTS: 'hooks.test' });
    await use(server);
    if (testInfo.status !== testInfo.expectedStatus) console.error(server.printed());
    await server.stop();
  },
});

export const password = (page: Page) => page.getByLabel('Password', { exact: true });
export const alert = (page: Page) => page.getByRole('alert');

export async function setUp(page: Page, server: OwnServer): Promise<void> {
  await page.goto(server.setUpLink);
  await page.getByLabel('Email').fill(OWNER.email);
  await password(page).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
}

export async function signIn(page: Page, with_ = OWNER.password, email = OWNER.email): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await password(page).fill(with_);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Goes to a control by pressing one key, as people do without a mouse, and activates it. */
export async function byKeys(
  control: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
  const { keyboard } = control.page();
  const isFocused = () => control.evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await keyboard.press(key);
  await expect(control).toBeFocused();
  await keyboard.press('Enter');
}

/** Chooses an entry of a row's menu. */
export async function fromMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Fails if axe finds a fault in either color scheme, if the page scrolls horizontally, or if words are cut off. */
export async function everybodyCanUse(page: Page, screen: string): Promise<void> {
  const asked = { light: {}, dark: { runOnly: { type: 'rule', values: RULES_OF_COLOUR } } } as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(told(await faultsOf(page, asked[colorScheme])), `${screen} in ${colorScheme}`).toEqual([]);
  }
  await nothingSpills(page, screen);
}

/** Fails if the page scrolls horizontally, or if words are cut off. */
export async function nothingSpills(page: Page, screen: string): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await overflowingText(page), `words that spill in ${screen}`).toEqual([]);
}
