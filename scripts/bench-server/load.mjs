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
 * @typedef {{ readonly ms: number, readonly parts: Readonly<Record<string, number>> }} Answer from the first try on;
 *   `parts`: what the server itself says of it (`Server-Timing`), in milliseconds
 * @typedef {{
 *   readonly answers: readonly Answer[],
 *   readonly rejected: number,
 *   readonly failed: number,
 *   readonly seconds: number,
 * }} Load `answers`: requests that were served, the fastest first
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
 * Several loads as if they had been one.
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
 * `runLoad` in a process of its own, beside others that send and receive much.
 *
 * @param {Target} server
 * @param {readonly Uint8Array<ArrayBuffer>[]} documents
 * @param {LoadPlan} plan
 * @returns {Promise<Load>}
 */
export async function runLoadApart({ origin, key }, documents, plan) {
  // In a session of its own, as whoever asks from elsewhere: it takes nothing from the server's.
  const child = fork(new URL('client.mjs', import.meta.url), { serialization: 'advanced', detached: true });
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
  /** @type {Answer[]} */
  const answers = [];
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
 * `upload;dur=1.5, queue;dur=0` (Server Timing, W3C)
 *
 * @param {string | string[] | undefined} header
 */
function partsOf(header = '') {
  const parts = [...String(header).matchAll(/([\w-]+);dur=([\d.]+)/g)];
  return Object.fromEntries(parts.map(([, name, ms]) => [name, Number(ms)]));
}
