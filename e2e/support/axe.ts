import type { Page } from '@playwright/test';
import axe, { type ImpactValue, type RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** Where its script was put into the page. */
    readonly axe: typeof axe;
  }
}

/** A rule that a page breaks, and where. */
export interface Fault {
  readonly rule: string;
  readonly impact: ImpactValue;
  readonly places: readonly string[];
}

/**
 * Asks axe what is wrong with what the page shows now.
 *
 * It is put into a document once and runs there alone: a look takes a fifth of what it would if its half megabyte were
 * parsed for each, once in the page and once in another one that only adds up.
 *
 * @param beside selectors of what is left out
 */
export async function faultsOf(
  page: Page,
  options: RunOptions = {},
  beside: readonly string[] = [],
): Promise<readonly Fault[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const seen = { asked: options, exclude: [...beside] };
  return page.evaluate(async ({ asked, exclude }) => {
    const look = { include: document, exclude };
    const { violations } = await window.axe.run(look, { ...asked, resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => ({
      rule: id,
      impact: impact ?? null,
      places: nodes.map(({ target }) => target.join(' ')),
    }));
  }, seen);
}

/** Another colour scheme changes nothing but what these rules look at. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** A line for each place. */
export function told(faults: readonly Fault[]): readonly string[] {
  return faults.flatMap(({ rule, places }) => places.map((place) => `${rule}: ${place}`));
}
