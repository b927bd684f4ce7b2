import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/**
 * @typedef {{ readonly clients: number, readonly seconds: number, readonly everyMs?: number }} LoadPlan `everyMs`:
 *   minimum interval between requests; without it the next request follows the response
 */

/** Statuses that a client under load accepts before it waits and retries. */
const REJECTIONS = new Set([429, 503]);

/**
 * @typedef {{ readonly ms: number, readonly parts: Readonly<Record<string, number>> }} Answer `ms` since the
 *   first try; `parts`: the server's own phases (`Server-Timing`), in milliseconds
 * @typedef {{
 *   readonly answers: readonly Answer[],
 *   readonly rejected: number,
 *   readonly failed: number,
 *   readonly seconds: number,
 * }} Load `answers`: served requests, fastest first
 * @typedef {Pick<import('./server.mjs').BenchServer, 'origin' | 'key'>} Target
 * @typedef {{
 *   readonly server: Target,
 *   readonly documents: readonly Uint8Array<ArrayBuffer>[],
 *   readonly plan: LoadPlan,
 * }} LoadTask
 */

/**
 * @param {Load} load
 * @param {number} share such as 0.95 for the 95th percentile
 */
export function latencyMs(load, share) {
  return answerAt(load, share)?.ms ?? Number.NaN;
}

/**
 * @param {Load} load
 * @param {number} share as above
 * @returns {Answer | undefined}
 */
export function answerAt({ answers }, share) {
  return answers[Math.min(answers.length - 1, Math.floor(answers.length * share))];
}

/**
 * Merges several loads into one.
 *
 * @param {readonly Load[]} loads
 * @returns {Load}
 */
export function together(loads) {
  const sum = (/** @type {'rejected' | 'failed' | 'seconds'} */ what) =>
    loads.reduce((all, load) => all + load[what], 0);
  return {
    answers: loads.flatMap(({ answers }) => answers).sort((a, b) => a.ms - b.ms),
    rejected: sum('rejected'),
    failed: sum('failed'),
    seconds: sum('seconds'),
  };
}

/**
 * Runs `runLoad` in a separate process, beside others with much traffic.
 *
 * @param {Target} server
 * @param {readonly Uint8Array<ArrayBuffer>[]} documents
 * @param {LoadPlan} plan
 * @returns {Promise<Load>}
 */
export async function runLoadApart({ origin, key }, documents, plan) {
  // In its own session, like a remote client, so that it takes no processor share from the server's session.
  const child = fork(new URL('client.mjs', import.meta.url), { serialization: 'advanced', detached: true });
  child.send({ server: { origin, key }, documents, plan });
  const answer = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const load = answer[0];
  if (typeof load !== 'object' || load === null) throw new Error('the client ended without an answer');
  return load;
}

/**
 * Runs clients that each send documents repeatedly for a time, and waits for the last ones. A refused document is sent
 * again after Retry-After; its time counts from the first try.
 *
 * @param {Target} server
 * @param {readonly Uint8Array<ArrayBuffer>[]} documents in turn
 * @param {LoadPlan} plan
 * @returns {Promise<Load>}
 */
export async function runLoad({ origin, key }, documents, { clients, seconds, everyMs = 0 }) {
  /** @type {Answer[]} */
  const answers = [];
  let rejected = 0;
  let failed = 0;
  const beganAt = performance.now();
  const isOver = () => performance.now() - beganAt >= seconds * 1000;

  // Not shared between runs: the server could close an older connection at the moment it is reused.
  const agent = new Agent({ keepAlive: true });

  /** @returns {Promise<boolean>} whether to retry */
  const ask = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {number} */ firstAskedAt) => {
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Length': bytes.length,
      Authorization: `Bearer ${key}`,
    };
    const call = request(`${origin}/api/v1/compress`, { agent, method: 'POST', headers });
    const answered = once(call, 'response');
    // The server may refuse and close the connection while the document is being sent.
    call.on('error', () => undefined);
    call.end(bytes);
    const [answer] = /** @type {[import('node:http').IncomingMessage]} */ (await answered);
    let received = 0;
    for await (const chunk of answer) received += chunk.length;
    const status = answer.statusCode ?? 0;
    if (status === 200 && received > 0)
      answers.push({ ms: performance.now() - firstAskedAt, parts: partsOf(answer.headers['server-timing']) });
    else if (REJECTIONS.has(status)) {
      rejected += 1;
      await atMost(Number(answer.headers['retry-after']) * 1000);
      return !isOver();
    } else failed += 1;
    return false;
  };
  const atMost = (/** @type {number} */ ms) => {
    const restMs = seconds * 1000 - (performance.now() - beganAt);
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(ms, restMs))));
  };
  const failure = (/** @type {unknown} */ error) => {
    failed += 1;
    console.error(`a request failed: ${error}`);
    return false;
  };
  const client = async (/** @type {unknown} */ _, /** @type {number} */ number) => {
    let turn = number;
    do {
      const askedAt = performance.now();
      const document = documents[turn % documents.length];
      turn += 1;
      while (await ask(document, askedAt).catch(failure));
      await atMost(askedAt + everyMs - performance.now());
    } while (!isOver());
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();

  answers.sort((a, b) => a.ms - b.ms);
  return { answers, rejected, failed, seconds: (performance.now() - beganAt) / 1000 };
}

/**
 * Parses `upload;dur=1.5, queue;dur=0` (Server Timing, W3C).
 *
 * @param {string | string[] | undefined} header
 */
function partsOf(header = '') {
  const parts = [...String(header).matchAll(/([\w-]+);dur=([\d.]+)/g)];
  return Object.fromEntries(parts.map(([, name, ms]) => [name, Number(ms)]));
}
