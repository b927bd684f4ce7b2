import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { runNpm } from '../setup/install.mjs';
import { copyOf, said, stagesOf, variablesOf, wordsOf } from './dockerfile.mjs';

/** Maximum unpacked size of the image, and the part of it for base libraries and pg_dump, in bytes. */
const IMAGE_BUDGET = 250_000_000;
const BASE_BYTES = 30_000_000;
/** Node 24 for Linux; this check may run on another version. */
const NODE_BYTES = 127_000_000;

/**
 * Follows the Dockerfile as far as possible without a container engine: what it copies must exist, and what it runs
 * must work in an otherwise empty folder. The checkout is already built.
 *
 * @returns {Promise<readonly string[]>} a sentence for each problem
 */
export async function containerProblems() {
  const stages = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const last = stages.at(-1);
  if (last === undefined) return ['The Dockerfile has no stage.'];
  const problems = [...contextProblems(stages), ...rightsProblems(last)];
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-container-'));
  try {
    const app = join(folder, 'app');
    mkdirSync(app);
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(ROOT, name), join(app, name));
    const { code, output } = await runNpm(['ci', '--omit=dev', '--prefix', app]);
    if (code !== 0) return [...problems, `npm ci --omit=dev failed: ${output}`];
    for (const name of ['web', 'server', 'package'])
      cpSync(join(ROOT, 'dist', name), join(app, 'dist', name), { recursive: true });
    rmSync(join(app, 'package-lock.json'));
    const bytes = BASE_BYTES + NODE_BYTES + bytesOf(app);
    if (bytes > IMAGE_BUDGET)
      problems.push(`The image would take ${bytes} bytes; the budget is ${IMAGE_BUDGET}.`);
    return [...problems, ...(await runProblems(last, app, folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly import('./dockerfile.mjs').Stage[]} stages
 * @returns {readonly string[]}
 */
function contextProblems(stages) {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const names = new Set(stages.map(({ name }) => name));
  return stages
    .flatMap((stage) => said(stage, 'COPY'))
    .map(copyOf)
    .flatMap(({ from, sources }) => {
      if (from !== null) return names.has(from) ? [] : [`COPY --from=${from} names no stage.`];
      return sources
        .filter((source) => !existsSync(join(ROOT, source)) || ignored.includes(source))
        .map((source) => `COPY ${source}: there is no such thing for the engine.`);
    });
}

/**
 * @param {import('./dockerfile.mjs').Stage} stage
 * @returns {readonly string[]}
 */
function rightsProblems(stage) {
  const [user] = said(stage, 'USER');
  const problems = /^[1-9]\d*:/.test(user ?? '')
    ? []
    : ['The image runs as root, or as a user without a number.'];
  if (said(stage, 'RUN').length > 0) problems.push('The last stage has no shell to RUN anything.');
  for (const word of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'])
    if (wordsOf(said(stage, word).at(-1)) === null) problems.push(`${word} is missing, or needs a shell.`);
  return problems;
}

/**
 * Serves, responds to the engine's health check, stops on SIGTERM; then runs as the command.
 *
 * @param {import('./dockerfile.mjs').Stage} stage
 * @param {string} app
 * @param {string} folder
 * @returns {Promise<readonly string[]>}
 */
async function runProblems(stage, app, folder) {
  const words = (/** @type {string} */ word) => wordsOf(said(stage, word).at(-1)) ?? [];
  const [, ...entry] = words('ENTRYPOINT').map((part) => part.replace(/^\/app\//, `${app}/`));
  const env = {
    PATH: process.env.PATH ?? '',
    ...variablesOf(said(stage, 'ENV')),
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    PAGELIGHT_STATE_DIR: join(folder, 'state'),
  };
  const served = start([...entry, ...words('CMD')], app, env);
  const [, port] = (await served.printed(/runs at http:\/\/localhost:(\d+)/)) ?? [];
  if (port === undefined) return [`It does not serve: ${served.text()}`];
  const problems = [];
  const [, ...asks] = words('HEALTHCHECK');
  if ((await start(asks, app, { ...env, PORT: port }).ended) !== 0)
    problems.push('HEALTHCHECK finds it ill.');
  served.child.kill('SIGTERM');
  if ((await served.ended) !== 0) problems.push(`It does not end well on SIGTERM: ${served.text()}`);

  const pdf = join(folder, 'a.pdf');
  cpSync(join(ROOT, 'shared/fixtures/real/form-jbig2.pdf'), pdf);
  const command = start([...entry, pdf], folder, env);
  const code = await command.ended;
  const output = join(folder, 'a-light.pdf');
  if (code !== 0 || !existsSync(output) || statSync(output).size >= statSync(pdf).size)
    problems.push(`As a command it fails: ${command.text()}`);
  return problems;
}

/**
 * @param {readonly string[]} args of Node
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} env
 */
function start(args, cwd, env) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  const ended = once(child, 'close').then(([code]) => /** @type {number | null} */ (code));
  return {
    child,
    ended,
    text: () => text,
    /** Resolves with the match as soon as it is printed; null if the program ended without it. */
    async printed(/** @type {RegExp} */ pattern) {
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null || hasEnded) return match;
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
  };
}

/** @param {string} folder */
function bytesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
