import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../project.mjs';
import { CORE } from './boundaries/core.mjs';
import { SERVER } from './boundaries/server.mjs';
import { WEB } from './boundaries/web.mjs';

/**
 * @typedef {{ readonly from: RegExp, readonly never: RegExp, readonly because: string, readonly typesMay?: true }} Rule
 *   `from` and `never` match paths in the checkout, or a package's name as it is written
 * @typedef {{ readonly room: string, readonly below: readonly string[], readonly says: string }} Floor
 *   a folder with everything in it, or a file, and what it may import beside itself: `folder/*` means the files
 *   directly in the folder, `folder` everything below it; single files are possible, too
 */

/** Forbidden imports between hosts, and of packages; inside of a host, its floors say what a room may import. */
const RULES = /** @type {readonly Rule[]} */ ([
  {
    from: /^shared\//,
    never: /^(web|server|cli|library|e2e|scripts|bench)\/|^node:|^(react|react-dom|hono)(\/|$)/,
    because: 'the core knows no host: what differs by place comes in as Host',
  },
  {
    from: /^(?!shared\/pdf\/objects\.ts$)/,
    never: /^pdf-lib(\/|$)/,
    because: 'only shared/pdf/objects.ts imports pdf-lib',
  },
  {
    from: /^shared\/(?!(compress|inspect|verify)\.ts$)([^/]+|receipt\/(receipt|read-receipt|receipt-schema))\.ts$/,
    never: /^shared\/((?!receipt\/)[^/]+\/|receipt\/(issue|check)-|(compress|inspect|verify)\.ts$)/,
    because: 'the light door must stay light: the page loads it on its main thread',
    typesMay: true,
  },
  {
    from: /^web\//,
    never: /^(server|cli|library|e2e|scripts|bench)\/|^node:/,
    because: 'web and server never import each other; types of both are in shared/api',
  },
  {
    from: /^web\/(?!.*\.worker\.ts$)/,
    never:
      /^shared\/((?!receipt\/|budget\/|work\/(pool|port|transferables)\.)[^/]+\/|receipt\/(issue|check)-|(compress|inspect|verify)\.ts$)/,
    because: 'the heavy core belongs into the worker',
    typesMay: true,
  },
  {
    from: /^server\//,
    never: /^(web|e2e|scripts|bench)\/|^(react|react-dom)(\/|$)/,
    because: 'web and server never import each other',
  },
  {
    from: /^server\//,
    never: /^library\/(?!(node|agents|terminal)\/)|^cli\//,
    because:
      "the server shares Node's host and threads, the tools for agents and how a command speaks with the command, through the library",
  },
  {
    from: /^cli\//,
    never:
      /^(web|server|e2e|scripts|bench)\/|^library\/(?!(node|agents|terminal)\/)|^(hono|kysely|libsql|ioredis|piscina|pino)(\/|$)/,
    because: 'the command needs no server and no database',
  },
  {
    from: /^cli\//,
    never: /^pg(\/|$)/,
    because:
      'the command needs no server and no database: archive --leases requires pg where it stands beside',
    typesMay: true,
  },
  {
    from: /^library\//,
    never:
      /^(web|server|cli|e2e|scripts|bench)\/|^(hono|kysely|libsql|pg|ioredis|piscina|pino|react|react-dom)(\/|$)/,
    because: 'the library is what others import: the core and its hosts',
  },
]);

/** Tests may import anything: they are not shipped. */
const NOT_SHIPPED = /\.test\.tsx?$|\/testing\/|^library\/checks\//;

/** Test oracles: independent implementations, plain ones or other programs. */
const ORACLE = /^shared\/testing\/(judges\/(judge|pdfium|pdfjs|qpdf|reader)|oracles\/[\w/-]+)\.ts$/;
const ORACLE_RULES = /** @type {readonly Rule[]} */ ([
  {
    from: ORACLE,
    never: /^shared\/(?!testing\/(judges|oracles)\/)/,
    because: 'an oracle imports nothing of what it judges',
    typesMay: true,
  },
]);

/** The first match counts. Files that lie in no room are the entries, which may import every room. */
const FLOORS = [...CORE, ...WEB, ...SERVER];

/** Folders that need no room: the core has its own rule for the files of every module. */
const ROOMLESS = /^(shared|library|cli)\/|\/testing\//;

/** Maximum files per folder, without tests, so that a reader can survey them. */
const MAX_FILES = 20;

const CODE = /\.(tsx?|mjs)$/;

/** Reports every import that points the wrong way or forms a cycle, and every crowded folder. */
export function ownBoundaryProblems() {
  const sources = ['shared', 'library', 'cli', 'web', 'server', 'e2e', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => CODE.test(path)),
  );
  const modules = sources.filter(
    (path) =>
      /^(shared|library|cli|web|server)\/.*\.tsx?$/.test(path) &&
      (ORACLE.test(path) || !NOT_SHIPPED.test(path)),
  );
  if (modules.length === 0) return ['No module was found to check.'];
  const texts = new Map(modules.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const imports = new Map(
    [...texts].map(([path, text]) => [path, importsOf(path, text).map(({ target }) => target)]),
  );
  return [
    ...[...texts].flatMap(([path, text]) => boundaryProblems(path, text)),
    ...circleProblems(imports),
    ...crowdedRooms(sources),
    ...roomlessFolders(modules),
  ];
}

/**
 * @param {string} path of the module in the checkout
 * @param {string} source
 * @returns {readonly string[]}
 */
export function boundaryProblems(path, source) {
  const rules = (NOT_SHIPPED.test(path) ? ORACLE_RULES : RULES).filter(({ from }) => from.test(path));
  return importsOf(path, source).flatMap(({ target, typeOnly }) => {
    const reasons = rules
      .filter(({ never, typesMay }) => never.test(target) && !(typeOnly && typesMay))
      .map(({ because }) => because);
    const upwards = NOT_SHIPPED.test(path) ? null : floorProblem(path, target);
    if (upwards !== null) reasons.push(upwards);
    return reasons.map((because) => `${path} imports ${target}: ${because}`);
  });
}

/**
 * Imports, re-exports and `import()` of a module; `isLate` marks an `import()`.
 *
 * @param {string} path
 * @param {string} source
 */
export function importsOf(path, source) {
  /** @type {{ target: string, typeOnly: boolean, isLate: boolean }[]} */
  const found = [];
  const add = (
    /** @type {ts.Node | undefined} */ specifier,
    /** @type {boolean} */ typeOnly,
    /** @type {boolean} */ isLate,
  ) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const { text } = specifier;
    // A query such as ?worker&url is Vite's, not part of the name.
    const name = text.replace(/\?.*$/, '');
    found.push({
      target: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
      typeOnly,
      isLate,
    });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return found;
}

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
    (folder) => `No rule says what ${folder} may import: add one to scripts/checks/boundaries/.`,
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
        `${room} holds ${count} files beside tests, the maximum is ${MAX_FILES}: move those of one idea to a folder in it.`,
    );
}
