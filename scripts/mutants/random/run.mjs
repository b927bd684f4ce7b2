import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Refusal } from '../../project.mjs';
import { nearbyTests } from './nearby-tests.mjs';
import { allPlaces, coreFiles, keptSample, lineOf, sampleOf } from './sample.mjs';
import { reasonOf } from './survivors.mjs';

/** @typedef {import('./sample.mjs').SamplePlace} SamplePlace */

/** Minimum share of caught faults. */
const WANTED_SHARE = 0.85;

/**
 * Plants faults at random places of the core, one at a time, and runs the nearest tests and some of whole documents.
 *
 * @param {readonly string[]} args `--random` for the kept sample, `--random --draw N --seed S` for another one; parts of paths
 */
export async function randomMutants(args) {
  const sample = chosen(args);
  const testsOf = nearbyTests(coreFiles());

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
 * @param {readonly string[]} args
 * @returns {readonly SamplePlace[]}
 */
function chosen(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      random: { type: 'boolean' },
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.draw !== undefined) {
    const [count, seed] = [wholeNumber(values.draw, '--draw'), wholeNumber(values.seed, '--seed')];
    const all = allPlaces(positionals);
    if (all.length === 0) throw new Refusal(`No source is called ${positionals.join(' or ')}.`);
    console.log(`${count} of ${all.length} places, seed ${seed}`);
    return sampleOf(all, count, seed);
  }
  const { places, drawnAnew } = keptSample();
  const asked = places.filter(
    ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
  );
  if (asked.length === 0) throw new Refusal(`The sample has no place in ${positionals.join(' or ')}.`);
  console.log(`${asked.length} of the sample's ${places.length} places; ${drawnAnew} drawn anew`);
  return asked;
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
    const { file, kind } = place;
    const { number, text } = lineOf(place);
    const reason = reasonOf(file, text, kind) ?? 'not looked at yet';
    console.log(`survived  ${file}:${number}  ${kind}  ${text}  (${reason})`);
  }
  console.log(`${caught} of ${all} caught (${Math.round((100 * caught) / all)} %)`);
  // Vitest has set it: tests of caught faults fail.
  process.exitCode = caught < all * WANTED_SHARE ? 1 : 0;
}
