import { register } from 'tsx/esm/api';
import { ensureBuilt } from '../../scripts/build.mjs';
import { printTable } from '../../scripts/print-table.mjs';
import { Refusal } from '../../scripts/project.mjs';
import { fair } from './fair.mjs';
import { latencyMs, runLoad } from './load.mjs';
import { remote } from './remote.mjs';
import { startServer } from './server.mjs';
import { soak } from './soak.mjs';

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
 * Measures the built server under load: documents built in code, sent by 1 to 64 clients that each repeat as soon as
 * they are answered. Only 503 and 429 are accepted as failures; a client then waits for Retry-After.
 *
 * @param {readonly string[]} args `--seconds N` for each row, default 10; `--clients N`: only these rows; `--soak N`:
 * instead, N seconds with 64 clients and mixed documents; `--fair N`: instead, N seconds with one key that
 * floods and one that sends twice a second; `--remote N`: instead, jobs of N documents with inputs in a bucket beside
 * those with uploads
 */
export async function benchServer(args) {
  const seconds = numberOf(args, '--seconds') ?? 10;
  const only = numberOf(args, '--clients');
  const soakSeconds = numberOf(args, '--soak');
  const fairSeconds = numberOf(args, '--fair');
  const remoteCount = numberOf(args, '--remote');
  await ensureBuilt(console.error);
  const documents = await makeDocuments();
  if (remoteCount !== undefined) return report(await remote(documents.slice(0, 1), remoteCount));
  const server = await startServer();
  let failed = 0;
  try {
    if (soakSeconds !== undefined) failed = await soak(server, documents, soakSeconds);
    else if (fairSeconds !== undefined) failed = await fair(server, documents, fairSeconds);
    else failed = await measure(server, documents, seconds, only === undefined ? CLIENTS : [only]);
  } finally {
    await server.stop();
  }
  report(failed);
}

/** @param {number} failed */
function report(failed) {
  if (failed > 0) throw new Refusal(`${failed} requests failed.`);
}

/**
 * @param {import('./server.mjs').BenchServer} server
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
      const served = load.answers.length;
      const row = [
        document.name,
        clients,
        (served / load.seconds).toFixed(1),
        ((served * document.bytes.length) / 1e6 / load.seconds).toFixed(1),
        (cpu / served).toFixed(2),
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

/** @typedef {{ readonly name: string, readonly bytes: Uint8Array<ArrayBuffer> }} BenchDocument */

/** @returns {Promise<readonly BenchDocument[]>} photos stored without loss, as scanners and screenshots do */
async function makeDocuments() {
  register();
  const { photoDocument } = await import(new URL('../../e2e/support/documents.ts', import.meta.url).href);
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
