import type { Page } from '@playwright/test';
import { faultsOf, RULES_OF_COLOUR, told } from '../support/axe.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { overflowingText } from '../support/spilled-text.ts';
import { test as base, expect } from '../support/test.ts';

export const OWNER = { email: 'laura@northquay.example', password: 'a short sentence' };

/** With a server of its own for each test, at its very first start: at the address of the one for all, on another port. */
export const test = base.extend<{ server: OwnServer }>({
  // Chromium itself writes down every answer that is a no. Said here, since `test.use` would count for one file of several.
  expectedErrors: /the server responded with a status of 40[0-39]/,

  server: async ({ baseURL }, use) => {
    const server = await startOwnServer(new URL(baseURL!).hostname);
    await use(server);
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

/** Chooses what stands in the menu of a row. */
export async function fromMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Fails where axe finds a fault in either colour scheme, where the page scrolls sideways, or where words are cut off. */
export async function everybodyCanUse(page: Page, screen: string): Promise<void> {
  const asked = { light: {}, dark: { runOnly: { type: 'rule', values: RULES_OF_COLOUR } } } as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours in the middle of a change are not what anybody reads.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(told(await faultsOf(page, asked[colorScheme])), `${screen} in ${colorScheme}`).toEqual([]);
  }
  await nothingSpills(page, screen);
}

/** Fails where the page scrolls sideways, or where words are cut off. */
export async function nothingSpills(page: Page, screen: string): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await overflowingText(page), `words that spill in ${screen}`).toEqual([]);
}
