import type { Locator } from '@playwright/test';

/**
 * Presses a button that copies, and returns what it copied once it has confirmed it. The confirmation lasts two
 * seconds, so the page itself polls at every frame: from outside, a busy machine could miss it.
 */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  const isTold = page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(({ innerText }) => innerText.startsWith('Copied')),
  );
  await Promise.all([isTold, button.click()]);
  return page.evaluate(() => navigator.clipboard.readText());
}
