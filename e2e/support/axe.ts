import type { Page } from '@playwright/test';
import axe, { type ImpactValue, type RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** Global in the page, set by axe's script. */
    readonly axe: typeof axe;
  }
}

/** A violated rule and its elements. */
export interface Fault {
  readonly rule: string;
  readonly impact: ImpactValue;
  readonly places: readonly string[];
}

/**
 * Runs axe on the current page.
 *
 * The script is injected once per document: a run takes a fifth of the time it would if half a megabyte were parsed
 * each time, once in the page and once in another one that merges results.
 *
 * @param beside selectors of excluded elements
 */
export async function faultsOf(
  page: Page,
  options: RunOptions = {},
  beside: readonly string[] = [],
): Promise<readonly Fault[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const seen = { asked: options, exclude: [...beside] };
  return page.evaluate(async ({ asked, exclude }) => {
    // In the middle of a transition colors would be measured that no user reads.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const look = { include: document, exclude };
    const { violations } = await window.axe.run(look, { ...asked, resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => ({
      rule: id,
      impact: impact ?? null,
      places: nodes.map(({ target }) => target.join(' ')),
    }));
  }, seen);
}

/** Rules whose result depends on the color scheme. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** One line per element. */
export function told(faults: readonly Fault[]): readonly string[] {
  return faults.flatMap(({ rule, places }) => places.map((place) => `${rule}: ${place}`));
}
