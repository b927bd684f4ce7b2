import { runLoad } from './load.mjs';

const WARM_UP_S = 0.5;

/*
 * Clients in a process of their own, which `runLoadApart` starts: what other clients send and receive meanwhile is not to
 * count as time that the server took.
 */
process.once('message', async (/** @type {import('./load.mjs').LoadTask} */ { server, documents, plan }) => {
  // What is loaded and compiled at its first use is not what is measured.
  await runLoad(server, documents, { clients: 1, seconds: WARM_UP_S });
  const load = await runLoad(server, documents, plan);
  process.send?.(load, () => process.disconnect());
});
process.once('disconnect', () => process.exit());
