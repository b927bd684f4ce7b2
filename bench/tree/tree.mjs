// Shows that a run over a large tree loses nothing, and what it costs. How to call it: see bench/README.md.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';
import { addPipes, makeTree } from './make-tree.mjs';
import { runProgram } from './program.mjs';

register();
const { archiveFiles } = await import('../../library/testing/archive-files.ts');

const NAMES = Number(process.env.TREE_NAMES ?? 300_000);
const COPIES = Number(process.env.TREE_REAL ?? 3000);
const KILLS = Number(process.env.TREE_KILLS ?? 10);
const [named = join(import.meta.dirname, '../../dist/package/pagelight.js')] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'));
const program = resolve(named);
const isInPlace = process.argv.includes('--in-place');

const folder = mkdtempSync(join(process.env.TREE_IN ?? tmpdir(), 'pagelight-tree-'));
const isRoot = process.getuid?.() === 0;
chmodSync(folder, 0o755);
if (isRoot) chownSync(folder, 65534, 65534);
const root = join(folder, 'tree');
const sha256 = (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');

const samples = await archiveFiles(27);
const isRefused = (/** @type {string} */ name) => /(locked|cut-short|no-pdf)\.pdf$/.test(name);
const real = [...samples]
  .filter(([name]) => !isRefused(name) && !name.endsWith('huge.pdf'))
  .map(([, bytes]) => bytes);
const refused = [...samples].filter(([name]) => isRefused(name)).map(([, bytes]) => bytes);
mkdirSync(root, { recursive: true });
console.log(`${NAMES} names, ${COPIES} real PDFs, in ${isInPlace ? 'place' : 'another folder'}`);
const tree = makeTree(root, { names: NAMES, real, copies: COPIES, refused });
addPipes(root, tree.folders);

/** The result of each seed; undefined if it cannot be made smaller. */
const expected = await expectedOf(real);

const where = isInPlace ? ['--in-place', '--backup', join(folder, 'originals')] : ['-o', join(folder, 'out')];
const args = ['-r', 'tree', ...where, '--json', '--jobs', '2'];
const doneIn = new Map();
const problems = new Map();
let round = 0;

/** A PDF takes about 20 ms: the kill comes in the middle of one. */
const MAX_KILL_DELAY_MS = 200;

/** @param {number} [killAfter] number of results of this run, from where it is killed within 200 ms */
async function run(killAfter) {
  round += 1;
  let lines = 0;
  let worked = 0;
  const vanishing = setInterval(vanish, 10);
  const ended = await runProgram({ program, args, folder, asNobody: true }, (line, kill) => {
    lines += 1;
    if (line.problem !== undefined)
      problems.set(line.problem.code, (problems.get(line.problem.code) ?? 0) + 1);
    if (line.status !== 'smaller' && line.status !== 'unchanged') return;
    worked += 1;
    if (worked === killAfter) setTimeout(kill, Math.random() * MAX_KILL_DELAY_MS);
    doneIn.set(line.file, [...(doneIn.get(line.file) ?? []), round]);
  });
  clearInterval(vanishing);
  const { code, signal, firstMs, cpuMs, wallMs, peakMib } = ended;
  console.log(
    `run ${round}: ${lines} lines, ${worked} done now, first after ${Math.round(firstMs)} ms, ` +
      `${cpuMs === undefined ? signal : `exit ${code}, ${(cpuMs / 1000).toFixed(1)} CPU s, ${((cpuMs * 1000) / lines).toFixed(1)} µs a line`}, ` +
      `${(wallMs / 1000).toFixed(1)} s, peak ${peakMib.toFixed(0)} MiB`,
  );
  return { ...ended, lines, worked };
}

let vanished = 0;
/** A file that is gone within 10 ms. */
function vanish() {
  const inFolder = tree.folders[(vanished * 7919) % tree.folders.length] ?? '';
  const path = join(root, inFolder, `vanishing-${vanished % 3}.pdf`);
  vanished += 1;
  if (vanished % 2 === 0) rmSync(path, { force: true });
  else
    try {
      linkSync(join(folder, 'refused', '0.pdf'), path);
      setTimeout(() => rmSync(path, { force: true }), 5);
    } catch {}
}

// Spread, so that all PDFs are done across the kills, and the last run finds few left.
for (let kill = 1; kill <= KILLS; kill += 1)
  await run(Math.max(1, Math.floor((COPIES / (KILLS + 0.5)) * (0.7 + Math.random() * 0.5))));
const whole = await run();
const again = await run();
problems.clear();
const third = await run();

let lost = 0;
let harmed = 0;
for (const [path, { seed, bytes }] of tree.real) {
  const result = expected[seed] ?? sha256(bytes);
  const at = (/** @type {string} */ base) => digestAt(join(folder, base, path));
  if (isInPlace) {
    if (at('tree') !== result) lost += 1;
    if (
      expected[seed] !== undefined &&
      at('originals/tree') !== sha256(bytes) &&
      at('originals') !== sha256(bytes)
    )
      harmed += 1;
  } else {
    if (at('out/tree') !== result && at('out') !== result) lost += 1;
    if (at('tree') !== sha256(bytes)) harmed += 1;
  }
}
const twice = [...doneIn.values()].filter((rounds) => rounds.length > 1).length;
const parts =
  spawnSync('find', [folder, '-name', '*.part'], { encoding: 'utf8' }).stdout.split('\n').length - 1;
console.log({ lost, harmed, twice, parts, done: doneIn.size, problems: Object.fromEntries(problems) });
console.log(
  `troubles told: ${whole.err.split('\n').filter((line) => line.startsWith('Cannot read')).length}`,
);
console.log(whole.err.split('\n').slice(0, 3).join('\n'), again.code, third.code);
if (!process.argv.includes('--keep')) rmSync(folder, { recursive: true, force: true });
else console.log(folder);

/** @param {string} path bytes that are not UTF-8 as Latin-1 */
function digestAt(path) {
  try {
    return sha256(readFileSync(Buffer.from(path, 'latin1')));
  } catch {
    return 'missing';
  }
}

/**
 * @param {readonly Uint8Array[]} seeds
 * @returns {Promise<readonly (string | undefined)[]>}
 */
async function expectedOf(seeds) {
  const { compress } = await import('../../shared/compress.ts');
  const { PRESETS } = await import('../../shared/index.ts');
  const { createNodeHost } = await import('../../library/node/host.ts');
  const results = [];
  for (const seed of seeds) {
    const marked = Buffer.concat([seed, Buffer.from('\n% copy 0\n')]);
    const { bytes, report } = await compress(new Uint8Array(marked), PRESETS.balanced, {
      host: createNodeHost(),
    });
    results.push(report.unchanged ? undefined : sha256(bytes));
  }
  return results;
}
