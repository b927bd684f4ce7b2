import { resolve } from 'node:path';
import { build, ensureBuilt, runBuilt } from './build.mjs';
import { CHECKS, outcomeOf, runVitest } from './checks/checks.mjs';
import { Tally } from './checks/tally.mjs';
import { Refusal, runTool } from './project.mjs';
import { findChromium, HOW_TO_GET_CHROMIUM } from './setup/chromium.mjs';
import { endWithNpm } from './setup/end-with-npm.mjs';
import { ensureInstalled } from './setup/install.mjs';

const [name = '', ...args] = process.argv.slice(2);

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const COMMANDS = {
  async dev() {
    await ensureInstalled(console.log);
    const { register } = await import('tsx/esm/api');
    register();
    await import(new URL('../server/dev.ts', import.meta.url).href);
    endWithNpm();
  },

  async build() {
    await ensureInstalled(console.log);
    const tally = new Tally();
    await tally.run({ name: 'build', run: async () => outcomeOf(await build()) });
    if (!tally.allWell) process.exitCode = 1;
  },

  async check() {
    await ensureInstalled(console.log);
    const { projectsOf, SHORT_PROJECTS } = await import('./checks/suites.mjs');
    const tally = new Tally();
    for (const check of CHECKS) await tally.run(check);
    await tally.run({ name: 'unit tests', run: () => runVitest(projectsOf(SHORT_PROJECTS)) });
    tally.close();
  },

  async generate() {
    await ensureInstalled(console.log);
    const { generate } = await import('./generate.mjs');
    await generate();
  },

  async bench() {
    if (args[0] === 'page') return benchPage(args[1], new Set(args.slice(2)));
    await makeReady();
    const { register } = await import('tsx/esm/api');
    register();
    const { bench } = await import('../bench/bench.mjs');
    await bench(args);
  },

  async 'bench:server'() {
    await ensureInstalled(console.log);
    const { benchServer } = await import('../bench/server/bench-server.mjs');
    await benchServer(args);
  },

  async mutants() {
    await ensureInstalled(console.log);
    const { mutants } = await import('./mutants.mjs');
    await mutants(args);
  },

  async fuzz() {
    await ensureInstalled(console.error);
    const { fuzz } = await import('./fuzz.mjs');
    await fuzz(args);
  },

  async sweep() {
    await ensureInstalled(console.error);
    const { sweep } = await import('./sweep.mjs');
    process.exitCode = await sweep(args, process.env.INIT_CWD ?? process.cwd());
  },

  async release() {
    await ensureInstalled(console.log);
    const { register } = await import('tsx/esm/api');
    register();
    const { release } = await import('./release.mjs');
    await release(args);
  },

  async screenshot() {
    await runInBrowser('screenshot*.ts');
  },

  async compress() {
    await makeReady();
    standWhereCalled();
    await runBuilt('package/pagelight', ['compress', ...args]);
  },

  async inspect() {
    await makeReady();
    standWhereCalled();
    await runBuilt('package/pagelight', ['inspect', ...args]);
  },

  async verify() {
    await makeReady();
    standWhereCalled();
    await runBuilt('package/pagelight', ['verify', ...args]);
  },

  async keys() {
    await makeReady();
    await runBuilt('server/keys-cli', args);
  },

  async accounts() {
    await makeReady();
    await runBuilt('server/accounts-cli', args);
  },

  async backup() {
    await makeReady();
    // DATA_DIR is relative to the checkout, as for the server; the file is relative to the user's folder.
    const from = process.env.INIT_CWD ?? process.cwd();
    await runBuilt(
      'server/backup-cli',
      args.map((arg) => (arg.startsWith('-') ? arg : resolve(from, arg))),
    );
  },
};

/**
 * @param {string | undefined} folder of PDFs to time; without one, measures the page's responsiveness
 * @param {ReadonlySet<string>} flags `--together`: all of them at once; `--memory`: so, and how much memory the tab takes afterwards
 */
function benchPage(folder, flags) {
  if (folder === undefined) return runInBrowser('long-tasks.ts');
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (flags.has('--memory')) return runInBrowser('page-memory.ts', { BENCH_FOLDER: path });
  return runInBrowser('page-speed.ts', {
    BENCH_FOLDER: path,
    BENCH_TOGETHER: flags.has('--together') ? '1' : '',
  });
}

/**
 * Runs a program that needs the page in a browser and is not a test.
 *
 * @param {string} programs file names in `e2e`
 * @param {Readonly<Record<string, string>>} [more] of the environment
 */
async function runInBrowser(programs, more) {
  await makeReady();
  const chromium = await findChromium();
  if (chromium === undefined) throw new Refusal(HOW_TO_GET_CHROMIUM);
  const env = { E2E_PROGRAMS: programs, CHROMIUM_PATH: chromium, ...more };
  const { code } = await runTool(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--project=desktop'],
    { output: 'show', env },
  );
  process.exitCode = code;
}

/** Prints to standard error: standard output belongs to the command. */
async function makeReady() {
  await ensureInstalled(console.error);
  await ensureBuilt(console.error);
}

/** npm changes into the checkout first; file names are relative to the user's folder. */
function standWhereCalled() {
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
}

if (!Object.hasOwn(COMMANDS, name)) {
  throw new Refusal(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
}
await COMMANDS[name]();
