import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { succeeds } from './apt.mjs';

/**
 * Finds the first program that starts: on the PATH by its names, then at known places. A program that the environment
 * names is never replaced silently.
 *
 * @param {string | undefined} asked path that the environment names
 * @param {readonly string[]} names
 * @param {readonly (string | undefined)[]} places used by installers that do not change the PATH
 * @returns {string | undefined} its path
 */
export function findProgram(asked, names, places) {
  if (asked) return starts(asked) ? asked : undefined;
  const ending = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + ending)));
  return [...onPath, ...places].find(starts);
}

/** @param {string | undefined} path */
function starts(path) {
  if (!path || !existsSync(path)) return false;
  // On Windows browsers open a window when asked for their version. Elsewhere this detects Ubuntu's snap stub.
  return process.platform === 'win32' || succeeds(path, ['--version']);
}
