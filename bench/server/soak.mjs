import { printTable } from '../../scripts/print-table.mjs';
import { latencyMs, runLoadApart } from './load.mjs';

const SOAK_CLIENTS = 64;
const SOAK_STEPS = 4;
/** Mostly small documents. */
const SOAK_MIX = [0, 0, 1, 0, 0, 1, 0, 0, 0, 2];

/**
 * Runs many clients with mixed documents for a long time: no request may fail, memory may not grow, and the server's
 * own thread must stay responsive.
 *
 * @param {import('./server.mjs').BenchServer} server
 * @param {readonly { readonly bytes: Uint8Array<ArrayBuffer> }[]} documents a small one, one of some MB, a large one
 * @param {number} seconds
 * @returns how many requests failed
 */
export async function soak(server, documents, seconds) {
  const quarters = [];
  const mixed = SOAK_MIX.map((index) => documents[index].bytes);
  for (let step = 1; step <= SOAK_STEPS; step += 1) {
    const memory = watchMemory(server);
    const load = await runLoadApart(server, mixed, { clients: SOAK_CLIENTS, seconds: seconds / SOAK_STEPS });
    const quarter = {
      load,
      until: (step * seconds) / SOAK_STEPS,
      mib: memory.stop(),
      loopMs: await server.eventLoopP99Ms(),
    };
    quarters.push(quarter);
    console.error(soakRow(quarter).join('  '));
  }
  printTable([
    ['until', 'served', 'rejected', 'failed', 'p50 ms', 'p99 ms', 'mean MiB', 'loop p99 ms'],
    ...quarters.map(soakRow),
  ]);
  const [, second, , last] = quarters;
  const growth = 100 * (last.mib / second.mib - 1);
  console.log(`memory of the last quarter: ${growth.toFixed(1)} % beside the second (aim: within 5)`);
  const loopMs = Math.max(...quarters.map((quarter) => quarter.loopMs));
  console.log(`event loop p99 of the worst quarter: ${loopMs.toFixed(0)} ms (aim: under 100)`);
  return quarters.reduce((failed, { load }) => failed + load.failed, 0);
}

/** @param {{ readonly load: import('./load.mjs').Load, readonly until: number, readonly mib: number, readonly loopMs: number }} quarter */
function soakRow({ load, until, mib, loopMs }) {
  const times = [0.5, 0.99].map((share) => latencyMs(load, share).toFixed(0));
  return [
    `${until.toFixed(0)} s`,
    load.answers.length,
    load.rejected,
    load.failed,
    ...times,
    mib.toFixed(0),
    loopMs.toFixed(0),
  ];
}

/**
 * Samples the memory once a second until stopped; then returns the mean.
 *
 * @param {import('./server.mjs').BenchServer} server
 */
function watchMemory(server) {
  /** @type {number[]} */
  const seen = [];
  const timer = setInterval(() => seen.push(server.memoryMib()), 1000);
  return {
    stop() {
      clearInterval(timer);
      return seen.reduce((sum, mib) => sum + mib, 0) / seen.length;
    },
  };
}
