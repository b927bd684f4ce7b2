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
  `${process.env.LOCALAPPDATA}\\Google\\Chrome\\Application\\chrome.exe`,
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian packages. Older systems have the whole browser alone. */
export const CHROMIUM_PACKAGES = ['chromium-headless-shell|chromium', 'fonts-liberation'];

export const HOW_TO_GET_CHROMIUM = `No Chromium was found for the end-to-end tests. Any of these helps:
  - Debian, Ubuntu: apt-get install chromium-headless-shell
  - anywhere:       npx playwright install chromium
  - you have one:   CHROMIUM_PATH=/path/to/chrome npm test`;

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
