import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, succeeds } from './apt.mjs';

/** Names on the PATH, the open build first. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where installers put it without touching the PATH. */
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
 * A Chromium that starts, installed when there is none and this user may.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; without one, `say` was told what to do
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
 * A Chromium or Chrome that starts: `CHROMIUM_PATH`, the PATH, known places, then Playwright's own download.
 *
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  // What was asked for by name is taken or missed, never replaced in silence.
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
  // chrome.exe opens a window when asked for its version. Elsewhere the question finds Ubuntu's snap stub.
  return process.platform === 'win32' || succeeds(path, ['--version']);
}
