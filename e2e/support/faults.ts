import type { Page } from '@playwright/test';
import { faultsOf, RULES_OF_COLOUR, told } from './axe.ts';

const SERIOUS: ReadonlySet<string | null> = new Set(['serious', 'critical']);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Faults that prevent people from using the page, by rule and element. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  const faults = await faultsOf(page, { runOnly: TAGS });
  return told(faults.filter(({ impact }) => SERIOUS.has(impact)));
}

/** Everything that axe finds, however minor. */
export async function allFaults(page: Page): Promise<readonly string[]> {
  return told(await faultsOf(page, { runOnly: TAGS }));
}

/** The same in the light and the dark color scheme. */
export async function faultsInBothSchemes(
  page: Page,
): Promise<Readonly<Record<'light' | 'dark', readonly string[]>>> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // All other rules find the same in both.
  const dark = told(await faultsOf(page, { runOnly: { type: 'rule', values: RULES_OF_COLOUR } }));
  await page.emulateMedia({ colorScheme: 'light' });
  return { light: await allFaults(page), dark };
}
