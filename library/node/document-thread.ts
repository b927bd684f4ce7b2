import { parentPort } from 'node:worker_threads';
import type { DocumentCall } from '../engine/document-task.ts';
import { runDocumentTask } from '../engine/run-document-task.ts';
import { createNodeHost } from './host.ts';

/** Runs in a worker thread: one document at a time. */
if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
const host = createNodeHost();

port.on('message', (call: DocumentCall) =>
  runDocumentTask(
    call,
    host,
    (message, transfer) => port.postMessage(message, transfer),
    () => import('../engine/other-tasks.ts'),
  ),
);
