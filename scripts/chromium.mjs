import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { announced } from './progress.mjs';
import { runProgram } from './project.mjs';

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
  const installed = (await installChromium(say)) ? await findChromium() : undefined;
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

/**
 * Installs Debian's Chromium where this user may.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether apt did it
 */
async function installChromium(say) {
  const asRoot = rightsToInstall();
  if (asRoot === undefined) return false;
  const apt = (/** @type {string[]} */ ...args) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...args];
    return runProgram(program, rest, { output: 'keep', env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  return announced('Installing Chromium with apt-get', say, async () => {
    for (const args of [
      ['update'],
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ]) {
      const { code, output } = await apt(...args);
      if (code !== 0) {
        say(`${output}apt-get ${args[0]} failed (exit code ${code}).`);
        return false;
      }
    }
    return true;
  });
}

/** What to put before apt-get: nothing for root, sudo where it asks for no password, undefined where there is no way. */
function rightsToInstall() {
  if (process.platform !== 'linux' || !succeeds('apt-get', ['--version'])) return undefined;
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
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

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function succeeds(program, args) {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
