import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const SERIOUS: ReadonlySet<string | null | undefined> = new Set(['serious', 'critical']);

/** Faults that keep somebody from using the page, by rule and place. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  return told((await violations(page)).filter(({ impact }) => SERIOUS.has(impact)));
}

/** Everything that axe finds, however small. */
export async function allFaults(page: Page): Promise<readonly string[]> {
  return told(await violations(page));
}

async function violations(page: Page) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return (await new AxeBuilder({ page }).withTags(tags).analyze()).violations;
}

function told(found: Awaited<ReturnType<typeof violations>>): readonly string[] {
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
