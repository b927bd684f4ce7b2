import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { ROOT } from '../project.mjs';
import { compiledModule, keptPath, moduleOfSource, moduleText } from '../simd.mjs';

/** @typedef {import('./table.mjs').Change | import('./table.mjs').Slice} AnyChange */

/**
 * Runs tests on the sources with one change, which is made while Vite loads the file. The checkout itself never
 * changes, whatever happens to this process.
 */
export class MutantSession {
  /** @type {AnyChange | null} */
  #change = null;
  /** @type {import('vitest/node').Vitest | undefined} */
  #vitest;

  async open() {
    this.#vitest = await createVitest(
      'test',
      {
        root: ROOT,
        // Not `vitest.config.ts`: its projects load the sources themselves, without the change.
        config: false,
        setupFiles: ['./scripts/checks/vitest.setup.ts', './server/testing/zod-first.ts'],
        watch: false,
        // One failure is enough.
        bail: 1,
        // A slow test on a busy machine has caught nothing; an endless one has.
        testTimeout: 3_600_000,
        hookTimeout: 3_600_000,
        // As in `vitest.config.ts`: one second is too short on a busy machine, and would count as caught.
        expect: { poll: { timeout: 60_000 } },
        reporters: [{}],
        // Threads end with the process, even in an endless loop.
        pool: 'threads',
        // Loads the sources once for all tests of a change, which is most of the time.
        isolate: false,
        fileParallelism: false,
        sequence: { sequencer: AsListed },
      },
      { cacheDir: join(ROOT, '.cache/mutants'), plugins: [this.#plugin()] },
    );
  }

  async close() {
    await this.#vitest?.close();
  }

  /**
   * @param {readonly string[]} tests paths in the checkout, in the order they are tried
   * @param {AnyChange | null} change
   * @returns {Promise<readonly string[]>} the failed tests; empty if all passed
   */
  async run(tests, change) {
    const vitest = this.#vitest;
    if (vitest === undefined) throw new Error('The session is not open.');
    const before = this.#change;
    const kernel = change === null ? null : moduleOfSource(change.file);
    this.#change = kernel === null ? change : await changedKernel(kernel, change);
    for (const file of [before?.file, this.#change?.file]) if (file) vitest.invalidateFile(join(ROOT, file));
    // Failures of earlier runs would count again and end this one at once.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const project = vitest.getRootProject();
    const specifications = tests.map((path) => project.createSpecification(join(ROOT, path)));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    if (testModules.length === 0) throw new Error(`No test ran: ${tests.join(', ')}.`);
    return [...testModules.flatMap(failuresOf), ...unhandledErrors.map(messageOf)];
  }

  /** @returns {import('vite').Plugin} */
  #plugin() {
    return {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => {
        const change = this.#change;
        if (change === null || id.replace(/\?.*$/, '') !== join(ROOT, change.file)) return null;
        return { code: changed(code, change), map: null };
      },
    };
  }
}

/**
 * Errors of a worker arrive as plain objects, which `String` may refuse.
 *
 * @param {unknown} error
 */
function messageOf(error) {
  return typeof error === 'object' && error !== null && 'message' in error
    ? `${error.message}`
    : typeof error;
}

/**
 * The change of a module's file that a change of its source leads to.
 *
 * @param {string} name
 * @param {AnyChange | null} change
 */
async function changedKernel(name, change) {
  const wasm = await compiledModule(name, (path, text) =>
    change !== null && path === change.file ? changed(text, change) : text,
  );
  const file = relative(ROOT, keptPath(name));
  return { file, start: 0, end: Number.POSITIVE_INFINITY, becomes: await moduleText(name, wasm) };
}

/**
 * @param {string} code
 * @param {AnyChange} change
 */
export function changed(code, change) {
  const { becomes } = change;
  if ('start' in change) return code.slice(0, change.start) + becomes + code.slice(change.end);
  // A function: a replacement string would interpret "$&".
  return code.replace(change.text, () => becomes);
}

/** @param {import('vitest/node').TestModule} module */
function failuresOf(module) {
  const names = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
  return names.length > 0 || module.ok() ? names : [`${module.relativeModuleId} does not run`];
}

/** Keeps the table's order of tests: fast and closely related ones first. */
class AsListed {
  /** @param {import('vitest/node').TestSpecification[]} files */
  sort(files) {
    return files;
  }

  /** @param {import('vitest/node').TestSpecification[]} files */
  shard(files) {
    return files;
  }
}
