import { installPackages } from './apt.mjs';
import { findProgram } from './find-program.mjs';

/**
 * Names on the PATH: first the build without a window of its own, which is what Playwright's own download is (opening our
 * page takes 3.5 CPU s in it, 4.5 in the whole browser), then the open-source build.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Paths used by installers that do not change the PATH. */
const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Older systems have the whole browser alone. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

export const HOW_TO_GET_CHROMIUM = `No Chromium was found for the end-to-end tests. Any of these helps:
  - Debian, Ubuntu: apt-get install chromium-headless-shell
  - anywhere:       npx playwright install chromium
  - you have one:   CHROMIUM_PATH=/path/to/chrome npm test`;

/**
 * Finds a Chromium that starts, or installs one if this user may.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; without one, `say` got advice
 */
export async function ensureChromium(say) {
  const found = await findChromium();
  if (found !== undefined) return found;
  if (process.env.CHROMIUM_PATH) {
    say(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and no browser starts there.`);
    return undefined;
  }
  for (const name of PACKAGES) {
    if (!(await installPackages('Chromium', [name, 'fonts-liberation'], say))) continue;
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  say(HOW_TO_GET_CHROMIUM);
  return undefined;
}

/**
 * Finds a Chromium or Chrome that starts: `CHROMIUM_PATH`, the PATH, known paths, then Playwright's own download.
 *
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium() {
  return findProgram(process.env.CHROMIUM_PATH, NAMES, [...KNOWN_PLACES, await playwrightsOwn()]);
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}
