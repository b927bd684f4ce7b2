import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { printTable } from '../../scripts/print-table.mjs';
import { startServer } from './server.mjs';

const LATENCY_MS = 100;
const ROUNDS = 5;
const WAIT_S = 60;

/**
 * Measures documents of jobs whose input is in a bucket against those whose input is in the store, in turns, so that other load on
 * the machine affects both equally.
 *
 * @param {readonly { readonly name: string, readonly bytes: Uint8Array<ArrayBuffer> }[]} documents
 * @param {number} count documents of a job
 * @returns how many documents failed
 */
export async function remote(documents, count) {
  const bucket = await startBucket(documents);
  const server = await startServer({
    JOBS: 'on',
    BUCKETS: 'scans=read',
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: 'bench',
    S3_SECRET_ACCESS_KEY: 'bench',
    JOBS_OPEN_PER_KEY: '100000',
  });
  let failed = 0;
  const rows = [];
  try {
    for (const [n, document] of documents.entries()) {
      const { id } = await ask(server, 'POST', 'files', document.bytes);
      const inputs = { local: { upload: id }, remote: { s3: `s3://scans/${n}.pdf` } };
      const run = async (/** @type {object} */ input, times = count) => {
        const cpuBefore = server.cpuSeconds();
        const job = await runJob(server, input, times);
        failed += job.failed;
        return { perSecond: times / job.seconds, cpuMs: ((server.cpuSeconds() - cpuBefore) / times) * 1000 };
      };
      // Warms up: first use loads and compiles code.
      await run(inputs.local, 20);
      await run(inputs.remote, 20);
      /** @type {{ readonly local: Measured, readonly remote: Measured }[]} */
      const pairs = [];
      for (let round = 0; round < ROUNDS; round += 1)
        pairs.push({ local: await run(inputs.local), remote: await run(inputs.remote) });
      const median = (/** @type {(pair: (typeof pairs)[number]) => number} */ of) =>
        pairs.map(of).sort((a, b) => a - b)[ROUNDS >> 1];
      rows.push([
        document.name,
        median(({ local }) => local.perSecond).toFixed(1),
        median((pair) => pair.remote.perSecond).toFixed(1),
        median((pair) => pair.remote.perSecond / pair.local.perSecond).toFixed(2),
        median(({ local }) => local.cpuMs).toFixed(1),
        median((pair) => pair.remote.cpuMs).toFixed(1),
      ]);
    }
  } finally {
    await server.stop();
    bucket.close();
  }
  printTable([
    [
      'input',
      'local docs/s',
      `bucket of ${LATENCY_MS} ms docs/s`,
      'ratio (aim .90)',
      'local CPU ms',
      'bucket CPU ms',
    ],
    ...rows,
  ]);
  return failed;
}

/** @typedef {{ readonly perSecond: number, readonly cpuMs: number }} Measured */

/**
 * @param {import('./server.mjs').BenchServer} server
 * @param {object} input
 * @param {number} count
 */
async function runJob(server, input, count) {
  const documents = Array.from({ length: count }, () => ({ input }));
  let job = await ask(server, 'POST', 'jobs', JSON.stringify({ documents }));
  while (job.endedAt === null) job = await ask(server, 'GET', `jobs/${job.id}`);
  return { seconds: (Date.parse(job.endedAt) - Date.parse(job.createdAt)) / 1000, failed: job.counts.failed };
}

/**
 * @param {import('./server.mjs').BenchServer} server
 * @param {string} method
 * @param {string} path
 * @param {string | Uint8Array<ArrayBuffer>} [body]
 * @returns {Promise<any>} JSON of the API
 */
async function ask({ origin, key }, method, path, body) {
  const type = typeof body === 'string' ? 'application/json' : 'application/pdf';
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': type, Prefer: `wait=${WAIT_S}` },
    ...(body === undefined ? {} : { body }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * An S3 service of which each answer takes its time.
 *
 * @param {readonly { readonly bytes: Uint8Array<ArrayBuffer> }[]} documents
 */
async function startBucket(documents) {
  const service = createServer(async ({ url = '' }, response) => {
    await delay(LATENCY_MS);
    response.end(documents[Number(/(\d+)\.pdf$/.exec(url)?.[1])]?.bytes);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close() {
      service.close();
      service.closeAllConnections();
    },
  };
}
