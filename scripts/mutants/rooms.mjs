import { CORE } from '../checks/boundaries/core.mjs';
import { SERVER } from '../checks/boundaries/server.mjs';
import { WEB } from '../checks/boundaries/web.mjs';

/** Rooms whose faults are seen from elsewhere, and by what. */
export const ROOMS_WITHOUT_FAULTS = /** @type {Readonly<Record<string, string>>} */ ({
  'cli/run': 'starts programs; cli/entry.test.ts runs them as they are shipped',
  'library/browser': 'runs packed, in real browsers (library/checks)',
  'library/checks': 'is tests',
  'server/build-paths.ts': 'is paths; each start of a program fails without them',
  'server/problem.ts': 'is types',
  'server/text': 'is sentences; the contract and the catalogs are compared with the code',
  'shared/api': 'is types',
  'web/about': 'is text',
  'web/dashboard/sign-in': 'is forms (e2e)',
  'web/device': 'is calls of the browser (e2e)',
  'web/docs': 'is components (e2e)',
  'web/offline': 'is a service worker, which only a browser runs (e2e)',
  'web/text/languages': 'is sentences; web/text/i18n/catalog.test.ts compares them',
  'web/watch': 'watches a folder that only a browser gives (e2e)',
});

/** Rooms of the command and the library, which have no boundaries of their own. */
const HOST_FOLDERS = /^(cli|library)\/[^/]+\//;

/**
 * The room of a module; undefined for entries, which only wire rooms.
 *
 * @param {string} file path in the checkout
 */
export function roomOfFile(file) {
  const floor = [...CORE, ...WEB, ...SERVER].find(({ room }) => liesIn(file, room));
  return floor?.room ?? HOST_FOLDERS.exec(file)?.[0].slice(0, -1);
}

/**
 * @param {string} file
 * @param {string} room
 */
function liesIn(file, room) {
  if (room.endsWith('/*')) return file.slice(0, file.lastIndexOf('/')) === room.slice(0, -2);
  return file === room || file.startsWith(`${room}/`);
}
