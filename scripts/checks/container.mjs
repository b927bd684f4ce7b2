import {
  chownSync,
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
import { ensureNode, OTHER_NODES } from '../setup/other-nodes.mjs';
import { copyOf, said, stagesOf, variablesOf, wordsOf } from './dockerfile.mjs';
import { canChangeRoot, copyImage, runStage, startInImage } from './image-root.mjs';

/** Maximum size of the image, in bytes. */
const IMAGE_BUDGET = 250_000_000;
/** The Dockerfile's stage that collects what runs. */
const COLLECTED = 'packages';

/**
 * Assembles the image without a container engine, by the Dockerfile's own steps, and runs it with the assembled folder
 * as its root. The checkout is already built. Its base is this machine's Debian instead of the image that it names.
 *
 * @param {(line: string) => void} [say]
 * @returns {Promise<readonly string[]>} a sentence for each problem
 */
export async function containerProblems(say = console.log) {
  const stages = imageStages();
  const last = stages.at(-1);
  const packages = stages.find(({ name }) => name === COLLECTED);
  if (last === undefined || packages === undefined) return [`The Dockerfile has no stage ${COLLECTED}.`];
  const problems = [...contextProblems(stages), ...rightsProblems(last), ...composeProblems()];
  if (!canChangeRoot()) {
    say('left out the image: to run in it takes root on Linux, and the right to mount');
    return problems;
  }
  const major = /:(\d+)-/.exec(packages.base)?.[1];
  const version = OTHER_NODES.find((other) => other.startsWith(`${major}.`));
  const node = version === undefined ? undefined : await ensureNode(version, say);
  if (node === undefined) return [...problems, `There is no Node for the base ${packages.base}.`];
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-container-'));
  try {
    const image = join(folder, 'image');
    const roots = { [COLLECTED]: join(folder, COLLECTED), build: builtFolder(join(folder, 'build')) };
    const failed = [...runStage(packages, roots[COLLECTED], node)];
    if (failed.length === 0) failed.push(...copyImage(last, image, roots));
    if (failed.length > 0) return [...problems, ...failed];
    const bytes = bytesOf(image);
    say(`container: the image's files take ${(bytes / 1e6).toFixed(1)} MB`);
    if (bytes > IMAGE_BUDGET)
      problems.push(`The image would take ${bytes} bytes; the budget is ${IMAGE_BUDGET}.`);
    return [...problems, ...(await runProblems(last, image, folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function imageStages() {
  return stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
}

/** Debian packages that the image's steps install: these run on this machine, where one may be missing. */
export function imagePackages() {
  if (!canChangeRoot()) return [];
  return imageStages()
    .filter(({ name }) => name === COLLECTED)
    .flatMap(({ instructions }) => instructions)
    .filter(({ word }) => word === 'RUN')
    .flatMap(({ rest }) => rest.split(' && '))
    .map((step) => step.trim().split(/\s+/))
    .filter(([program, command]) => program === 'apt-get' && command === 'install')
    .flatMap((words) => words.slice(2).filter((word) => !word.startsWith('-')));
}

/** The build's stage is not run: its result is the checkout's. @param {string} root */
function builtFolder(root) {
  for (const name of ['web', 'server', 'package'])
    cpSync(join(ROOT, 'dist', name), join(root, 'app/dist', name), { recursive: true });
  return root;
}

/** Values that the run below takes from `compose.yaml`, and that its replicas have the image's own health check. */
function composeProblems() {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  const replica = /^x-replica: &replica\n((?: .*\n)*)/m.exec(text)?.[1] ?? '';
  return [/^ {2}build: \.$/m, /^ {2}read_only: true$/m, /^ {2}tmpfs: \[\/tmp\]$/m]
    .filter((line) => !line.test(replica))
    .map((line) => `compose.yaml: the replica has no line ${line.source}.`)
    .concat(/healthcheck/.test(replica) ? ['compose.yaml: the replica replaces the health check.'] : [])
    .concat(
      /replica-a: { condition: service_healthy }/.test(text) ? [] : ['compose.yaml asks no health check.'],
    );
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
 * Serves, responds to the health check, makes a key, compresses and backs up; stops on SIGTERM; then runs as the command.
 *
 * @param {import('./dockerfile.mjs').Stage} stage
 * @param {string} image
 * @param {string} folder
 * @returns {Promise<readonly string[]>}
 */
async function runProblems(stage, image, folder) {
  const words = (/** @type {string} */ word) => wordsOf(said(stage, word).at(-1)) ?? [];
  const [user = ''] = said(stage, 'USER');
  const [data, work] = ['data', 'work'].map((name) => ownFolder(join(folder, name), user));
  const env = { ...variablesOf(said(stage, 'ENV')), HOST: '127.0.0.1', PORT: '0' };
  const start = (/** @type {readonly string[]} */ program, variables = env) =>
    startInImage({ image, data, work, user }, program, variables);
  const entry = words('ENTRYPOINT');
  const served = start([...entry, ...words('CMD')]);
  const [, port] = (await served.printed(/runs at http:\/\/localhost:(\d+)/)) ?? [];
  if (port === undefined) return [`It does not serve: ${served.text()}`];
  const problems = [];
  const health = start(words('HEALTHCHECK'), { ...env, PORT: port });
  if ((await health.ended) !== 0) problems.push(`HEALTHCHECK finds it ill: ${health.text()}`);

  const made = start([...entry, 'keys', 'create', '--name', 'x']);
  await made.ended;
  const [key = ''] = /pgl_\w+/.exec(made.text()) ?? [];
  const pdf = readFileSync(join(ROOT, 'shared/fixtures/real/form-jbig2.pdf'));
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/compress`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/pdf' },
    body: pdf,
  });
  if (!response.ok || (await response.arrayBuffer()).byteLength >= pdf.length)
    problems.push(`It does not compress: ${response.status}`);
  const backup = start([entry[0], '/app/dist/server/backup-cli.js', '/data/a.backup']);
  if ((await backup.ended) !== 0) problems.push(`It makes no backup: ${backup.text()}`);
  const dump = start(['pg_dump', '--version']);
  if ((await dump.ended) !== 0) problems.push(`pg_dump does not start: ${dump.text()}`);
  served.child.kill('SIGTERM');
  if ((await served.ended) !== 0) problems.push(`It does not end well on SIGTERM: ${served.text()}`);

  cpSync(join(ROOT, 'shared/fixtures/real/form-jbig2.pdf'), join(work, 'a.pdf'));
  const command = start([...entry, '/work/a.pdf']);
  const output = join(work, 'a-light.pdf');
  if ((await command.ended) !== 0 || !existsSync(output) || statSync(output).size >= pdf.length)
    problems.push(`As a command it fails: ${command.text()}`);
  return problems;
}

/**
 * @param {string} path
 * @param {string} user `UID:GID`
 */
function ownFolder(path, user) {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  mkdirSync(path);
  chownSync(path, uid, gid);
  return path;
}

/** @param {string} folder */
function bytesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
