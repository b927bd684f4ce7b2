import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Refusal } from '../../project.mjs';
import { nearbyTests } from './nearby-tests.mjs';
import { allPlaces, isOn, lineOf, linesChangedSince, sampleOf, sourceFiles } from './sample.mjs';

/** @typedef {import('./sample.mjs').SamplePlace} SamplePlace */

/** Minimum share of caught faults. */
const WANTED_SHARE = 0.75;
const DEFAULT_COUNT = '100';

/**
 * Plants faults at random places, one at a time, and runs the nearest tests and, for the core, some of whole documents.
 *
 * @param {readonly string[]} args `--random`, then `--count N`, `--seed S` to repeat a sample, `--changed BRANCH` for the
 *   lines that differ from it; parts of paths
 */
export async function randomMutants(args) {
  const testsOf = nearbyTests(sourceFiles());
  const sample = chosen(args, testsOf);

  /** @type {Map<string, { caught: number, all: number }>} */
  const rooms = new Map();
  /** @type {SamplePlace[]} */
  const survivors = [];
  for await (const { place, isCaught, count: index } of verdicts(sample, testsOf)) {
    const { file, kind } = place;
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
    console.log(`${index}  ${isCaught ? 'caught  ' : 'SURVIVED'}  ${file}:${lineOf(place).number} ${kind}`);
  }
  close(rooms, survivors);
}

/**
 * Draws the sample. Sources that only pages or built programs use have no such test, and are left out.
 *
 * @param {readonly string[]} args
 * @param {(file: string) => readonly string[]} testsOf
 * @returns {readonly SamplePlace[]}
 */
function chosen(args, testsOf) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      random: { type: 'boolean' },
      count: { type: 'string', default: DEFAULT_COUNT },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e9)) },
      changed: { type: 'string' },
    },
  });
  const [count, seed] = [wholeNumber(values.count, '--count'), wholeNumber(values.seed, '--seed')];
  const lines = values.changed === undefined ? undefined : linesChangedSince(values.changed);
  const isTested = new Map(sourceFiles().map((file) => [file, testsOf(file).length > 0]));
  const all = allPlaces(positionals).filter(
    (place) => isTested.get(place.file) && (lines === undefined || isOn(place, lines)),
  );
  if (all.length === 0) throw new Refusal('No source with such a path or change has a place for a fault.');
  const sample = sampleOf(all, count, seed);
  console.log(`${sample.length} of ${all.length} places; to repeat: --count ${count} --seed ${seed}`);
  return sample;
}

/**
 * @param {string} text
 * @param {string} flag
 */
function wholeNumber(text, flag) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(`${flag} wants a whole number above 0.`);
  return number;
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
 * @param {readonly SamplePlace[]} survivors
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
  for (const place of survivors) {
    const { number, text } = lineOf(place);
    console.log(`survived  ${place.file}:${number}  ${place.kind}  ${text}`);
  }
  console.log(`${caught} of ${all} caught (${Math.round((100 * caught) / all)} %)`);
  // Vitest has set it: tests of caught faults fail.
  process.exitCode = caught < all * WANTED_SHARE ? 1 : 0;
}
