import { runLoad } from './load.mjs';

/*
 * Clients in a process of their own, which `runLoadApart` starts: what other clients send and receive meanwhile is not to
 * count as time that the server took.
 */
process.once('message', async (/** @type {import('./load.mjs').LoadTask} */ { server, documents, plan }) => {
  const load = await runLoad(server, documents, plan);
  process.send?.(load, () => process.disconnect());
});
