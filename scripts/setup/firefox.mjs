import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, succeeds } from './apt.mjs';

/** Debian's package, then others. */
const NAMES = ['firefox-esr', 'firefox'];
const KNOWN_PLACES = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/**
 * Finds a Firefox that starts, or installs one if this user may. Tests drive it by WebDriver BiDi, which needs no driver.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; without one, `say` got advice
 */
export async function ensureFirefox(say) {
  const found = findFirefox();
  if (found !== undefined) return found;
  if (!process.env.FIREFOX_PATH) await installPackages('Firefox', ['firefox-esr'], say);
  const installed = findFirefox();
  if (installed === undefined)
    say('No Firefox was found for the end-to-end tests: apt-get install firefox-esr, or FIREFOX_PATH.');
  return installed;
}

/** @returns {string | undefined} the path of `FIREFOX_PATH`, else of a Firefox on the PATH or in a known place */
export function findFirefox() {
  const asked = process.env.FIREFOX_PATH;
  // An explicitly named browser is never replaced silently.
  if (asked) return starts(asked) ? asked : undefined;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...KNOWN_PLACES].find(starts);
}

/** @param {string} path */
function starts(path) {
  return existsSync(path) && succeeds(path, ['--version']);
}
