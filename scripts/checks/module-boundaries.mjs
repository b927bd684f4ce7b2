import { posix } from 'node:path';
import { CORE } from './boundaries/core.mjs';
import { SERVER } from './boundaries/server.mjs';
import { WEB } from './boundaries/web.mjs';

/**
 * @typedef {{ readonly room: string, readonly below: readonly string[], readonly says: string }} Floor
 *   a folder with everything in it, or a file, and what it may import beside itself: `folder/*` means the files
 *   directly in the folder, `folder` everything below it; single files are possible, too
 */

/** The first match counts. Files that lie in no room are the entries, which may import every room. */
const FLOORS = [...CORE, ...WEB, ...SERVER];

/** Folders that need no room: the core has its own rule for the files of every module. */
const ROOMLESS = /^(shared|library|cli)\/|\/testing\//;

/** Maximum files per folder, without tests, so that a reader can survey them. */
const MAX_FILES = 20;

/**
 * @param {string} path
 * @param {string} target
 * @returns {string | null} why `path` may not import `target`
 */
export function floorProblem(path, target) {
  const floor = roomOf(path);
  // Data and styles decide nothing.
  if (floor === undefined || hostOf(target) !== hostOf(path) || /\.(json|css)$/.test(target)) return null;
  return liesIn(target, floor.room) || floor.below.some((place) => liesIn(target, place)) ? null : floor.says;
}

/**
 * @param {readonly string[]} paths of all modules
 * @returns {readonly string[]} a sentence for each folder of a host that no room contains
 */
export function roomlessFolders(paths) {
  const folders = new Set(
    paths
      .filter((path) => !ROOMLESS.test(path) && path.split('/').length > 2 && roomOf(path) === undefined)
      .map((path) => posix.dirname(path)),
  );
  return [...folders].map(
    (folder) => `${folder} is in no room: say in scripts/checks/boundaries/ what it may import.`,
  );
}

/** @param {string} path */
function roomOf(path) {
  return FLOORS.find(({ room }) => liesIn(path, room));
}

/** @param {string} path */
function hostOf(path) {
  return path.split('/')[0];
}

/**
 * @param {string} target
 * @param {string} place
 */
function liesIn(target, place) {
  if (place.endsWith('/*')) return posix.dirname(target) === place.slice(0, -2);
  return target === place || target.startsWith(`${place}/`);
}

/**
 * Modules that import each other, types included: reading one requires reading all.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports the imports of each module
 * @returns {readonly string[]} a sentence for each circle, its modules in the order of their imports
 */
export function circleProblems(imports) {
  const done = new Set();
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const path = [];
  const visit = (/** @type {string} */ module) => {
    const start = path.indexOf(module);
    if (start >= 0) problems.push(`A circle of imports: ${[...path.slice(start), module].join(' > ')}`);
    if (start >= 0 || done.has(module)) return;
    path.push(module);
    for (const target of imports.get(module) ?? []) visit(target);
    path.pop();
    done.add(module);
  };
  for (const module of imports.keys()) visit(module);
  return problems;
}

/**
 * @param {readonly string[]} paths of all sources
 * @returns {readonly string[]} a sentence for each room that is too full
 */
export function crowdedRooms(paths) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const path of paths) {
    if (/\.test\.\w+$/.test(path)) continue;
    const room = posix.dirname(path);
    files.set(room, (files.get(room) ?? 0) + 1);
  }
  return [...files]
    .filter(([, count]) => count > MAX_FILES)
    .map(
      ([room, count]) =>
        `${room} holds ${count} files, more than ${MAX_FILES}: make a room of one idea in it.`,
    );
}
