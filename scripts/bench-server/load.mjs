import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/**
 * @typedef {{ readonly clients: number, readonly seconds: number, readonly everyMs?: number }} LoadPlan `everyMs`: no
 *   sooner after the last question; without it as soon as that is answered
 */

/** What a client may be refused with under load; it then waits as it was told. */
const REJECTIONS = new Set([429, 503]);

/**
 * @typedef {{
 *   readonly served: number,
 *   readonly rejected: number,
 *   readonly failed: number,
 *   readonly seconds: number,
 *   readonly latencies: readonly number[],
 * }} Load `latencies` of served requests alone, in milliseconds, the shortest first
 * @typedef {Pick<import('./server.mjs').BenchServer, 'origin' | 'key'>} Target
 * @typedef {{
 *   readonly server: Target,
 *   readonly documents: readonly Uint8Array<ArrayBuffer>[],
 *   readonly plan: LoadPlan,
 * }} LoadTask
 */

/**
 * @param {Load} load
 * @param {number} share 0.95 for the slowest but five of a hundred
 */
export function latencyMs({ latencies }, share) {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
}

/**
 * Several loads as if they had been one.
 *
 * @param {readonly Load[]} loads
 * @returns {Load}
 */
export function together(loads) {
  const sum = (/** @type {'served' | 'rejected' | 'failed' | 'seconds'} */ what) =>
    loads.reduce((all, load) => all + load[what], 0);
  return {
    served: sum('served'),
    rejected: sum('rejected'),
    failed: sum('failed'),
    seconds: sum('seconds'),
    latencies: loads.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
  };
}

/**
 * `runLoad` in a process of its own, beside others that send and receive much.
 *
 * @param {Target} server
 * @param {readonly Uint8Array<ArrayBuffer>[]} documents
 * @param {LoadPlan} plan
 * @returns {Promise<Load>}
 */
export async function runLoadApart({ origin, key }, documents, plan) {
  const child = fork(new URL('client.mjs', import.meta.url), { serialization: 'advanced' });
  child.send({ server: { origin, key }, documents, plan });
  const answer = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const load = answer[0];
  if (typeof load !== 'object' || load === null) throw new Error('the client ended without an answer');
  return load;
}

/**
 * Clients that each send documents again and again for a time; what runs then is waited for. A document that is refused
 * is sent again as it was told, and its time runs from the first try.
 *
 * @param {Target} server
 * @param {readonly Uint8Array<ArrayBuffer>[]} documents in turn
 * @param {LoadPlan} plan
 * @returns {Promise<Load>}
 */
export async function runLoad({ origin, key }, documents, { clients, seconds, everyMs = 0 }) {
  /** @type {number[]} */
  const latencies = [];
  let rejected = 0;
  let failed = 0;
  const beganAt = performance.now();
  const isOver = () => performance.now() - beganAt >= seconds * 1000;

  // Of this run alone: one kept from an earlier run could be closed by the server at the moment it is used again.
  const agent = new Agent({ keepAlive: true });

  /** @returns {Promise<boolean>} whether it is to be asked again */
  const ask = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {number} */ firstAskedAt) => {
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Length': bytes.length,
      Authorization: `Bearer ${key}`,
    };
    const call = request(`${origin}/api/v1/compress`, { agent, method: 'POST', headers });
    const answered = once(call, 'response');
    // A refusal may come, and the connection go, while the document is still being sent.
    call.on('error', () => undefined);
    call.end(bytes);
    const [answer] = /** @type {[import('node:http').IncomingMessage]} */ (await answered);
    let received = 0;
    for await (const chunk of answer) received += chunk.length;
    const status = answer.statusCode ?? 0;
    if (status === 200 && received > 0) latencies.push(performance.now() - firstAskedAt);
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

  latencies.sort((a, b) => a - b);
  return {
    served: latencies.length,
    rejected,
    failed,
    seconds: (performance.now() - beganAt) / 1000,
    latencies,
  };
}
