import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, succeeds } from './apt.mjs';

/** Names on the PATH, the open-source build first. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Paths used by installers that do not change the PATH. */
const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const PACKAGES = ['chromium', 'fonts-liberation'];

export const HOW_TO_GET_CHROMIUM = `No Chromium was found for the end-to-end tests. Any of these helps:
  - Debian, Ubuntu: apt-get install chromium
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
  const installed = (await installPackages('Chromium', PACKAGES, say)) ? await findChromium() : undefined;
  if (installed === undefined) say(HOW_TO_GET_CHROMIUM);
  return installed;
}

/**
 * Finds a Chromium or Chrome that starts: `CHROMIUM_PATH`, the PATH, known paths, then Playwright's own download.
 *
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  // An explicitly named browser is never replaced silently.
  if (asked) return starts(asked) ? asked : undefined;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...KNOWN_PLACES, await playwrightsOwn()].find(starts);
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/** @param {string | undefined} path */
function starts(path) {
  if (!path || !existsSync(path)) return false;
  // chrome.exe opens a window when asked for its version. Elsewhere the version query detects Ubuntu's snap stub.
  return process.platform === 'win32' || succeeds(path, ['--version']);
}
