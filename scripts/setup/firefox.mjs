import { installPackages } from './apt.mjs';
import { findProgram } from './find-program.mjs';

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
  return findProgram(process.env.FIREFOX_PATH, NAMES, KNOWN_PLACES);
}
