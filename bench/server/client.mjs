import { runLoad } from './load.mjs';

const WARM_UP_S = 0.5;

/* Clients in a separate process, started by `runLoadApart`, so that their traffic does not count as the server's
   time. */
process.once('message', async (/** @type {import('./load.mjs').LoadTask} */ { server, documents, plan }) => {
  // Warms up: first use loads and compiles code.
  await runLoad(server, documents, { clients: 1, seconds: WARM_UP_S });
  const load = await runLoad(server, documents, plan);
  process.send?.(load, () => process.disconnect());
});
process.once('disconnect', () => process.exit());
