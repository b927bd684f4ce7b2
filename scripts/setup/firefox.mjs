import { findProgram } from './find-program.mjs';

/** Debian's package, then others. */
const NAMES = ['firefox-esr', 'firefox'];
const KNOWN_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
];
export const FIREFOX_PACKAGES = ['firefox-esr|firefox'];

/**
 * Finds a Firefox that starts. Tests drive it by WebDriver BiDi, which needs no driver.
 *
 * @returns {string | undefined} the path of `FIREFOX_PATH`, else of a Firefox on the PATH or in a known place
 */
export function findFirefox() {
  return findProgram(process.env.FIREFOX_PATH, NAMES, KNOWN_PLACES);
}
