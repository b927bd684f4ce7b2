import type { Locator } from '@playwright/test';

/**
 * Presses a button that copies and gives what it copied, once it has said so. It says so for two seconds, so the page looks
 * itself, at every frame: asked from outside, a busy machine may ask before and after.
 */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  const isTold = page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(({ innerText }) => innerText.startsWith('Copied')),
  );
  await Promise.all([isTold, button.click()]);
  return page.evaluate(() => navigator.clipboard.readText());
}
