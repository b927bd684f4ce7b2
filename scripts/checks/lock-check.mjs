import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';

/**
 * @typedef {{
 *   readonly resolved?: string,
 *   readonly link?: boolean,
 *   readonly optionalDependencies?: Readonly<Record<string, string>>,
 * }} Entry
 * @typedef {{ readonly packages: Readonly<Record<string, Entry>> }} Lock
 */

/**
 * Problems of a lock file, a sentence each. Checks two things that npm itself accepts:
 * - every optional dependency has an entry. A lock written while a registry lacked another platform's binary leaves
 * that platform without one, and `npm ci` of npm 11 refuses it;
 * - no entry has a download URL: that would pin one person's registry for everyone.
 *
 * @param {Lock} lock
 * @returns {readonly string[]}
 */
export function lockProblems(lock) {
  const entries = Object.entries(lock.packages);
  const names = new Set(entries.map(([folder]) => folder.split('node_modules/').at(-1)));
  return entries.flatMap(([folder, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !names.has(name));
    const problems = missing.map((name) => `${folder}: its optional dependency ${name} has no entry`);
    if (entry.resolved !== undefined && entry.link !== true)
      problems.push(`${folder}: has a "resolved" address`);
    return problems;
  });
}

/** The problems of this project's own lock file. */
export function ownLockProblems() {
  return lockProblems(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
}
