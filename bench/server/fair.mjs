import { printTable } from '../../scripts/print-table.mjs';
import { besideBurners } from './burners.mjs';
import { answerAt, latencyMs, runLoad, runLoadApart, together } from './load.mjs';

const FLOOD_CLIENTS = 24;
const MANY_CLIENTS = 64;
const ASK_EVERY_MS = 500;
/** Alternates the cases, so that other load on the machine affects them equally. */
const FAIR_ROUNDS = 4;

/**
 * Measures one key that sends a small document twice a second, alone and beside one that floods with large ones; and 64
 * clients of one key, timed from the first try. Wall-clock times depend on the machine, so the phases of a response and
 * the time its process waited for a processor are reported, too.
 *
 * @param {import('./server.mjs').BenchServer} server
 * @param {readonly { readonly bytes: Uint8Array<ArrayBuffer> }[]} documents a small one, and one of some MB
 * @param {number} seconds
 * @returns how many requests failed
 */
export async function fair(server, [small, medium], seconds) {
  const calm = { origin: server.origin, key: await server.makeKey('calm') };
  // Warms up: first use loads and compiles code.
  await runLoad(server, [small.bytes, medium.bytes], { clients: 4, seconds: 5 });
  const shortly = seconds / FAIR_ROUNDS;
  const plan = { clients: 1, seconds: shortly, everyMs: ASK_EVERY_MS };
  const ask = () => counted(server, () => runLoadApart(calm, [small.bytes], plan));
  const flooding = () => runLoadApart(server, [medium.bytes], { clients: FLOOD_CLIENTS, seconds: shortly });

  /** @type {Record<'alone' | 'burning' | 'beside', Counted[]>} */
  const rounds = { alone: [], burning: [], beside: [] };
  /** @type {Load[]} */
  const floods = [];
  for (let round = 0; round < FAIR_ROUNDS; round += 1) {
    rounds.alone.push(await ask());
    rounds.burning.push(await besideBurners(ask));
    const flood = flooding();
    rounds.beside.push(await ask());
    floods.push(await flood);
  }
  const [alone, burning, beside] = [rounds.alone, rounds.burning, rounds.beside].map(allOf);
  const flood = together(floods);
  const many = await runLoad(server, [medium.bytes], { clients: MANY_CLIENTS, seconds });

  printTable([
    ['who', 'served', 'rejected', 'failed', 'p50 ms', 'p99 ms'],
    loadRow('one key, 100 kB twice a second, alone', alone.load),
    loadRow('the same beside programs that only burn time', burning.load),
    loadRow('the same beside the next', beside.load),
    loadRow(`another key, ${FLOOD_CLIENTS} clients, 3 MB`, flood),
    loadRow(`one key, ${MANY_CLIENTS} clients, 3 MB`, many),
  ]);
  printTable([
    [
      'of it, in ms',
      'upload',
      'queue',
      'work',
      'else',
      'waits for a processor',
      'loop p99',
      'whole collections',
      'others use',
    ],
    ...partRows('alone', alone),
    ...partRows('beside burners', burning),
    ...partRows('beside the flood', beside),
  ]);
  const times = (/** @type {Load} */ load, /** @type {Load} */ than, /** @type {number} */ share) =>
    (latencyMs(load, 0.99) / latencyMs(than, share)).toFixed(1);
  console.log(
    `p99 beside the flood: ${times(beside.load, alone.load, 0.5)} times its p50 alone (aim: at most 3), ${times(beside.load, alone.load, 0.99)} times its p99 alone`,
  );
  console.log(`p99 of ${MANY_CLIENTS} clients: ${times(many, many, 0.5)} times its p50 (aim: at most 4)`);
  return [alone.load, burning.load, flood, beside.load, many].reduce((sum, { failed }) => sum + failed, 0);
}

/**
 * @typedef {import('./load.mjs').Load} Load
 * @typedef {{ readonly load: Load, readonly loopMs: number, readonly collections: number, readonly waitedMs: number, readonly othersShare: number }} Counted
 *   `loopMs`: p99 of the server's event loop delay; `collections`: number of full collections of the server's own heap;
 *   `waitedMs`: time per response that its own thread and the process for small documents were runnable without a
 *   processor; `othersShare`: share of all processors that other programs took
 */

/**
 * @param {import('./server.mjs').BenchServer} server
 * @param {() => Promise<Load>} measured
 * @returns {Promise<Counted>}
 */
async function counted(server, measured) {
  await server.eventLoopP99Ms();
  const collectionsBefore = await server.wholeCollections();
  const before = server.scheduled();
  const load = await measured();
  const after = server.scheduled();
  const loopMs = await server.eventLoopP99Ms();
  const collections = (await server.wholeCollections()) - collectionsBefore;
  const others = after.machineS - before.machineS - (after.serverS - before.serverS);
  return {
    load,
    loopMs,
    collections,
    waitedMs: Math.max(0, after.waitedMs - before.waitedMs) / Math.max(1, load.answers.length),
    othersShare: Math.max(0, others) / (after.possibleS - before.possibleS),
  };
}

/**
 * @param {readonly Counted[]} all
 * @returns {Counted}
 */
function allOf(all) {
  const mean = (/** @type {'loopMs' | 'waitedMs' | 'othersShare'} */ what) =>
    all.reduce((sum, each) => sum + each[what], 0) / all.length;
  return {
    load: together(all.map(({ load }) => load)),
    loopMs: mean('loopMs'),
    collections: all.reduce((sum, each) => sum + each.collections, 0),
    waitedMs: mean('waitedMs'),
    othersShare: mean('othersShare'),
  };
}

/**
 * @param {string} who
 * @param {Load} load
 */
function loadRow(who, load) {
  const times = [0.5, 0.99].map((share) => latencyMs(load, share).toFixed(0));
  return [who, load.answers.length, load.rejected, load.failed, ...times];
}

/**
 * Phases of the median and of the slowest response.
 *
 * @param {string} who
 * @param {Counted} of
 */
function partRows(who, { load, loopMs, collections, waitedMs, othersShare }) {
  return /** @type {const} */ ([
    ['p50', 0.5],
    ['p99', 0.99],
  ]).map(([name, share]) => {
    const answer = answerAt(load, share);
    const { upload = 0, queue = 0, compress = 0 } = answer?.parts ?? {};
    const rest = (answer?.ms ?? 0) - upload - queue - compress;
    const times = [upload, queue, compress, rest].map((ms) => ms.toFixed(0));
    return [
      `${who}, ${name}`,
      ...times,
      `${waitedMs.toFixed(1)} each`,
      loopMs.toFixed(0),
      collections,
      `${(othersShare * 100).toFixed(0)} %`,
    ];
  });
}
