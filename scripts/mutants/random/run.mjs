import { execFileSync, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal, ROOT } from '../../project.mjs';
import { nearbyTests } from './nearby-tests.mjs';
import { placesIn } from './places.mjs';
import { reasonOf } from './survivors.mjs';

/** @typedef {import('./places.mjs').Place & { readonly file: string }} SamplePlace */

/** Tables, compiled modules, texts and what tests are made of. */
const LEFT_OUT =
  /\.test\.ts$|^shared\/(testing|text|api)\/|-bytes\.ts$|(-data|-names|-strings|-texts|encodings)\.ts$|\.d\.ts$|simd\/|types\.ts$/;
/** Minimum share of caught faults. */
const WANTED_SHARE = 0.85;
const DEFAULT_COUNT = 300;

/**
 * Plants faults at random places of the core, one at a time, and runs the nearest tests and some of whole documents.
 *
 * @param {readonly string[]} args `--random N`, `--seed S`, and part of a path
 */
export async function randomMutants(args) {
  const count = numberAfter(args, '--random') ?? DEFAULT_COUNT;
  const seed = numberAfter(args, '--seed') ?? 1;
  const paths = args.filter((arg, at) => !arg.startsWith('--') && !(args[at - 1] ?? '').startsWith('--'));
  const files = execFileSync('git', ['ls-files', 'shared/**.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const all = files
    .filter(
      (file) => !LEFT_OUT.test(file) && (paths.length === 0 || paths.some((path) => file.includes(path))),
    )
    .flatMap((file) => placesIn(readFileSync(join(ROOT, file), 'utf8')).map((place) => ({ file, ...place })));
  if (all.length === 0) throw new Refusal(`No source is called ${paths.join(' or ')}.`);
  const sample = sampleOf(all, count, seed);
  const testsOf = nearbyTests(files);
  console.log(`${sample.length} of ${all.length} places, seed ${seed}`);

  /** @type {Map<string, { caught: number, all: number }>} */
  const rooms = new Map();
  /** @type {SamplePlace[]} */
  const survivors = [];
  for await (const { place, isCaught, count: index } of verdicts(sample, testsOf)) {
    const { file, start, kind } = place;
    const room = file
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/\/[^/]+\.ts$/, '');
    const counts = rooms.get(room) ?? { caught: 0, all: 0 };
    counts.all += 1;
    if (isCaught) counts.caught += 1;
    else survivors.push(place);
    rooms.set(room, counts);
    console.log(`${index}  ${isCaught ? 'caught  ' : 'SURVIVED'}  ${file}:${lineOf(file, start)} ${kind}`);
  }
  close(rooms, survivors);
}

/**
 * Tries the places in a process that can be ended: a fault may loop without an end, and is caught then, as a person
 * would notice.
 *
 * @param {readonly SamplePlace[]} sample
 * @param {(file: string) => readonly string[]} testsOf
 */
async function* verdicts(sample, testsOf) {
  let child = startChild();
  try {
    for (const [index, place] of sample.entries()) {
      const answer = await child.try({ place, tests: testsOf(place.file) });
      if (answer === 'endless') child = startChild();
      yield { place, isCaught: answer !== 'survived', count: index + 1 };
    }
  } finally {
    child.end();
  }
}

function startChild() {
  const child = fork(fileURLToPath(new URL('child.mjs', import.meta.url)), { stdio: 'ignore' });
  return {
    /**
     * @param {{ readonly place: SamplePlace, readonly tests: readonly string[] }} trial
     * @returns {Promise<'caught' | 'survived' | 'endless'>}
     */
    try: (trial) =>
      new Promise((resolve) => {
        const onExit = () => end('endless');
        /** @param {any} answer */
        const end = (answer) => {
          child.off('exit', onExit);
          child.off('message', end);
          if (answer === 'endless') child.kill('SIGKILL');
          resolve(answer);
        };
        child.once('message', end);
        child.once('exit', onExit);
        child.send(trial);
      }),
    end: () => child.kill(),
  };
}

/**
 * @param {ReadonlyMap<string, { readonly caught: number, readonly all: number }>} rooms
 * @param {readonly { readonly file: string, readonly start: number, readonly kind: string }[]} survivors
 */
function close(rooms, survivors) {
  console.log('');
  let caught = 0;
  let all = 0;
  for (const [room, counts] of [...rooms].sort()) {
    console.log(`${room}: ${counts.caught} of ${counts.all}`);
    caught += counts.caught;
    all += counts.all;
  }
  for (const { file, start, kind } of survivors) {
    const line = lineOf(file, start);
    const text = readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1].trim();
    const reason = reasonOf(file, text, kind) ?? 'not looked at yet';
    console.log(`survived  ${file}:${line}  ${kind}  ${text}  (${reason})`);
  }
  console.log(`${caught} of ${all} caught (${Math.round((100 * caught) / all)} %)`);
  // Vitest has set it: tests of caught faults fail.
  process.exitCode = caught < all * WANTED_SHARE ? 1 : 0;
}

/**
 * @param {string} file
 * @param {number} at
 */
function lineOf(file, at) {
  return readFileSync(join(ROOT, file), 'utf8').slice(0, at).split('\n').length;
}

/**
 * The same places for the same seed and sources.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} count
 * @param {number} seed
 */
function sampleOf(items, count, seed) {
  const left = [...items];
  let state = seed >>> 0;
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    // A linear congruential generator (Numerical Recipes); its high bits.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * left.length);
    chosen.push(left[at]);
    left[at] = left[left.length - 1];
    left.pop();
  }
  return chosen;
}

/**
 * @param {readonly string[]} args
 * @param {string} flag
 */
function numberAfter(args, flag) {
  const at = args.indexOf(flag);
  if (at < 0) return undefined;
  const number = Number(args[at + 1]);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(`${flag} wants a whole number above 0.`);
  return number;
}
