import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { register } from 'tsx/esm/api';
import { printTable } from './bench/table.mjs';
import { latencyMs, runLoad, runLoadApart, together } from './bench-server/load.mjs';
import { startServer } from './bench-server/server.mjs';
import { ensureBuilt } from './build.mjs';
import { Refusal } from './project.mjs';

const CLIENTS = [1, 4, 16, 64];
const HEAD = [
  'document',
  'clients',
  'docs/s',
  'MB/s',
  'CPU s each',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'peak MiB',
  'rejected',
  'failed',
];

/**
 * Measures the built server under load: documents built in code, each with 1 to 64 clients who ask again as soon as
 * they are answered. Nothing may fail but by 503 or 429, after which a client waits as it was told.
 *
 * @param {readonly string[]} args `--seconds N` for each row, default 10; `--clients N`: only these rows; `--soak N`:
 *   instead, so many seconds with 64 clients and mixed documents; `--fair N`: instead, so many seconds with one key that
 *   floods and one that asks twice a second
 */
export async function benchServer(args) {
  const seconds = numberOf(args, '--seconds') ?? 10;
  const only = numberOf(args, '--clients');
  const soakSeconds = numberOf(args, '--soak');
  const fairSeconds = numberOf(args, '--fair');
  await ensureBuilt(console.error);
  const documents = await makeDocuments();
  const server = await startServer();
  let failed = 0;
  try {
    if (soakSeconds !== undefined) failed = await soak(server, documents, soakSeconds);
    else if (fairSeconds !== undefined) failed = await fair(server, documents, fairSeconds);
    else failed = await measure(server, documents, seconds, only === undefined ? CLIENTS : [only]);
  } finally {
    await server.stop();
  }
  if (failed > 0) throw new Refusal(`${failed} requests failed.`);
}

/**
 * @param {import('./bench-server/server.mjs').BenchServer} server
 * @param {readonly BenchDocument[]} documents
 * @param {number} seconds
 * @param {readonly number[]} clientCounts
 */
async function measure(server, documents, seconds, clientCounts) {
  const rows = [];
  let failed = 0;
  for (const document of documents) {
    for (const clients of clientCounts) {
      server.forgetPeak();
      const cpuBefore = server.cpuSeconds();
      const load = await runLoad(server, [document.bytes], { clients, seconds });
      const cpu = server.cpuSeconds() - cpuBefore;
      failed += load.failed;
      const row = [
        document.name,
        clients,
        (load.served / load.seconds).toFixed(1),
        ((load.served * document.bytes.length) / 1e6 / load.seconds).toFixed(1),
        (cpu / load.served).toFixed(2),
        ...[0.5, 0.95, 0.99].map((share) => latencyMs(load, share).toFixed(0)),
        server.peakMib().toFixed(0),
        load.rejected,
        load.failed,
      ];
      console.error(row.join('  '));
      rows.push(row);
    }
  }
  printTable([HEAD, ...rows]);
  return failed;
}

const SOAK_CLIENTS = 64;
const SOAK_STEPS = 4;
/** Mostly small ones. */
const SOAK_MIX = [0, 0, 1, 0, 0, 1, 0, 0, 0, 2];

/**
 * @param {import('./bench-server/server.mjs').BenchServer} server
 * @param {readonly BenchDocument[]} documents
 * @param {number} seconds
 */
async function soak(server, documents, seconds) {
  const quarters = [];
  const mixed = SOAK_MIX.map((index) => documents[index].bytes);
  for (let step = 1; step <= SOAK_STEPS; step += 1) {
    const memory = watchMemory(server);
    const load = await runLoadApart(server, mixed, { clients: SOAK_CLIENTS, seconds: seconds / SOAK_STEPS });
    const quarter = {
      load,
      until: (step * seconds) / SOAK_STEPS,
      mib: memory.stop(),
      loopMs: await eventLoopP99Ms(server),
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

/** @param {{ readonly load: Load, readonly until: number, readonly mib: number, readonly loopMs: number }} quarter */
function soakRow({ load, until, mib, loopMs }) {
  const times = [0.5, 0.99].map((share) => latencyMs(load, share).toFixed(0));
  return [
    `${until.toFixed(0)} s`,
    load.served,
    load.rejected,
    load.failed,
    ...times,
    mib.toFixed(0),
    loopMs.toFixed(0),
  ];
}

const FLOOD_CLIENTS = 24;
const ASK_EVERY_MS = 500;
/** In turns, so that what else the machine does meanwhile is the same for each. */
const FAIR_ROUNDS = 4;

/**
 * One key that asks for a small document twice a second, alone and then beside one that floods with large ones; and
 * 64 clients of one key, whose times count from the first try.
 *
 * @param {import('./bench-server/server.mjs').BenchServer} server
 * @param {readonly BenchDocument[]} documents
 * @param {number} seconds
 */
async function fair(server, documents, seconds) {
  const [small, medium] = documents;
  const calm = { origin: server.origin, key: await server.makeKey('calm') };
  // What is loaded and compiled at its first use is not what is measured.
  await runLoad(server, [small.bytes, medium.bytes], { clients: 4, seconds: 5 });
  const shortly = seconds / FAIR_ROUNDS;
  const ask = () =>
    runLoadApart(calm, [small.bytes], { clients: 1, seconds: shortly, everyMs: ASK_EVERY_MS });
  /** @type {Record<'alone' | 'burning' | 'flood' | 'beside', Load[]>} */
  const rounds = { alone: [], burning: [], flood: [], beside: [] };
  for (let round = 0; round < FAIR_ROUNDS; round += 1) {
    rounds.alone.push(await ask());
    rounds.burning.push(await besideBurners(ask));
    const flooding = runLoadApart(server, [medium.bytes], { clients: FLOOD_CLIENTS, seconds: shortly });
    rounds.beside.push(await ask());
    rounds.flood.push(await flooding);
  }
  const [alone, burning, flood, beside] = [rounds.alone, rounds.burning, rounds.flood, rounds.beside].map(
    together,
  );
  const many = await runLoad(server, [medium.bytes], { clients: 64, seconds });
  const row = (/** @type {string} */ who, /** @type {import('./bench-server/load.mjs').Load} */ load) => [
    who,
    load.served,
    load.rejected,
    load.failed,
    ...[0.5, 0.99].map((share) => latencyMs(load, share).toFixed(0)),
  ];
  printTable([
    ['who', 'served', 'rejected', 'failed', 'p50 ms', 'p99 ms'],
    row('one key, 100 kB twice a second, alone', alone),
    row('the same beside programs that only burn time', burning),
    row('the same beside the next', beside),
    row(`another key, ${FLOOD_CLIENTS} clients, 3 MB`, flood),
    row('one key, 64 clients, 3 MB', many),
  ]);
  const times = (/** @type {Load} */ load, /** @type {Load} */ than) =>
    (latencyMs(load, 0.99) / latencyMs(than, than === load ? 0.5 : 0.99)).toFixed(1);
  console.log(
    `p99 beside the flood: ${times(beside, alone)} times its p99 alone, ${times(beside, burning)} times beside burners`,
  );
  console.log(`p99 of 64 clients: ${times(many, many)} times its p50`);
  return alone.failed + burning.failed + flood.failed + beside.failed + many.failed;
}

/** As the server's processes for documents are. */
const BURNER_NICENESS = 10;

/**
 * What the machine itself adds: as many programs as there are processors, which have nothing to do with the server and stand
 * back as far as its processes for documents do.
 *
 * @template Result
 * @param {() => Promise<Result>} measured
 * @returns {Promise<Result>}
 */
async function besideBurners(measured) {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
  );
  for (const { pid } of burners) if (pid !== undefined) standBack(pid, BURNER_NICENESS);
  try {
    return await measured();
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
}

/**
 * @param {number} pid
 * @param {number} niceness
 */
function standBack(pid, niceness) {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // A system without groups by session.
  }
}

/**
 * Looks at the memory once a second, until it is stopped and tells the mean.
 *
 * @param {import('./bench-server/server.mjs').BenchServer} server
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

/**
 * Since the last time it was asked.
 *
 * @param {import('./bench-server/server.mjs').BenchServer} server
 */
async function eventLoopP99Ms({ origin }) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

/** @typedef {import('./bench-server/load.mjs').Load} Load */
/** @typedef {{ readonly name: string, readonly bytes: Uint8Array<ArrayBuffer> }} BenchDocument */

/** @returns {Promise<readonly BenchDocument[]>} photos stored without loss, as scanners and screenshots do */
async function makeDocuments() {
  register();
  const { photoDocument } = await import(new URL('../e2e/support/documents.ts', import.meta.url).href);
  const make = async (
    /** @type {string} */ name,
    /** @type {number} */ photos,
    /** @type {number} */ width,
    /** @type {number} */ height,
  ) => ({
    name,
    bytes: new Uint8Array(await photoDocument({ photos, width, height })),
  });
  return [
    await make('100 kB', 1, 220, 174),
    await make('3 MB', 1, 1240, 930),
    await make('30 MB', 3, 2250, 1700),
  ];
}

/**
 * @param {readonly string[]} args
 * @param {string} flag
 */
function numberOf(args, flag) {
  const at = args.indexOf(flag);
  if (at < 0) return undefined;
  const number = Number(args[at + 1]);
  if (!(number > 0)) throw new Refusal(`${flag} wants a number.`);
  return number;
}
