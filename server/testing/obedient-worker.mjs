// A worker for tests of the pool: does what the password tells it.
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
  crash: () => {
    throw new Error('a bug');
  },
};

export default function work(task) {
  task.started.postMessage('started');
  return BEHAVIOURS[task.password](task);
}
