/** What a client may be refused with under load; it then waits as it was told. */
const REJECTIONS = new Set([429, 503]);

/**
 * @typedef {{
 *   readonly served: number,
 *   readonly rejected: number,
 *   readonly failed: number,
 *   readonly seconds: number,
 *   latencyMs(share: number): number,
 * }} Load `latencyMs` of served requests alone; 0.95 for the slowest but five of a hundred
 */

/**
 * Clients that each send the same document again and again for a time; what runs then is waited for.
 *
 * @param {import('./server.mjs').BenchServer} server
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ readonly clients: number, readonly seconds: number }} plan
 * @returns {Promise<Load>}
 */
export async function runLoad({ origin, key }, bytes, { clients, seconds }) {
  /** @type {number[]} */
  const latencies = [];
  let rejected = 0;
  let failed = 0;
  const beganAt = performance.now();
  const isOver = () => performance.now() - beganAt >= seconds * 1000;

  const ask = async () => {
    const askedAt = performance.now();
    const answer = await fetch(`${origin}/api/v1/compress`, {
      method: 'POST',
      body: bytes,
      headers: { 'Content-Type': 'application/pdf', Authorization: `Bearer ${key}` },
    });
    const { byteLength } = await answer.arrayBuffer();
    if (answer.ok && byteLength > 0) latencies.push(performance.now() - askedAt);
    else if (REJECTIONS.has(answer.status)) {
      rejected += 1;
      const waitMs = Number(answer.headers.get('Retry-After')) * 1000;
      const restMs = seconds * 1000 - (performance.now() - beganAt);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(waitMs, restMs))));
    } else failed += 1;
  };
  const client = async () => {
    do {
      await ask().catch((error) => {
        failed += 1;
        console.error(`a request failed: ${error.cause ?? error}`);
      });
    } while (!isOver());
  };
  await Promise.all(Array.from({ length: clients }, client));

  latencies.sort((a, b) => a - b);
  return {
    served: latencies.length,
    rejected,
    failed,
    seconds: (performance.now() - beganAt) / 1000,
    latencyMs: (share) =>
      latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN,
  };
}
