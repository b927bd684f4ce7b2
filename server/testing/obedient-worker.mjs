// A worker for tests of the pool: does what the password tells it.
import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';

const BEHAVIOURS = {
  echo: ({ buffer, byteLength }) =>
    move({
      [transferableSymbol]: [buffer],
      [valueSymbol]: { ok: true, bytes: new Uint8Array(buffer, 0, byteLength), report: {} },
    }),
  refuse: () => ({ ok: false, problem: { code: 'damaged_pdf', reason: 'no-xref' } }),
  hang: () => {
    for (;;);
  },
  hoard: () => {
    const hoard = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  /** Says who did it, for the last time in this thread. */
  retire: ({ port }) => {
    port.postMessage({ kind: 'last-answer', answer: { ok: false, problem: { thread: threadId } } });
    return new Promise(() => {});
  },
  who: () => ({ ok: false, problem: { thread: threadId } }),
  crash: () => {
    throw new Error('a bug');
  },
};

export default function work(task) {
  task.port.postMessage({ kind: 'started' });
  return BEHAVIOURS[task.password](task);
}
