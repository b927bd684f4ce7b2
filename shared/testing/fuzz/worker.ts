import { parentPort, workerData } from 'node:worker_threads';
import { type Block, runBlock } from './block.ts';

/** Runs blocks of trials in a thread, so that one that never ends can be terminated from outside. */
if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
/** Shared memory with the number of the running trial. */
const shown = new Int32Array(workerData as SharedArrayBuffer);

port.on('message', async (block: Block) => {
  port.postMessage(await runBlock(block, (number) => Atomics.store(shown, 0, number)));
});
