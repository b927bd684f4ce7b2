// A worker for tests of the pool: does what the password says.
import { Socket } from 'node:net';

const pipe = new Socket({ fd: 4, readable: true, writable: true });
const answer = (problem, isLast = false) =>
  process.send({ kind: 'answer', answer: { ok: false, problem }, isLast });

const BEHAVIOURS = {
  echo: ({ byteLength }, document) => {
    process.send({ kind: 'answer', answer: { ok: true, byteLength, report: {} }, isLast: false });
    pipe.write(document);
  },
  refuse: () => answer({ code: 'damaged_pdf', reason: 'no-xref' }),
  hang: () => {
    for (;;);
  },
  /** Waits without using a processor. */
  idle: () => setTimeout(() => answer({ code: 'damaged_pdf', reason: 'no-xref' }), 600),
  /** Fills the JavaScript heap. */
  hoard: () => {
    const hoard = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  /** Fills memory outside the heap: 16 MiB each time, every page touched. */
  hoardBuffers: async () => {
    const hoard = [];
    for (;;) {
      hoard.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await new Promise(setImmediate);
    }
  },
  /** Reports its pid, as the last answer of this process. */
  retire: () => answer({ pid: process.pid }, true),
  who: () => answer({ pid: process.pid }),
  environment: () => answer({ names: Object.keys(process.env) }),
  crash: () => process.send({ kind: 'thrown', error: new Error('a bug') }),
  die: () => process.kill(process.pid, 'SIGSEGV'),
};

process.on('disconnect', () => process.exit());
process.on('message', (task) => {
  const chunks = [];
  let length = 0;
  const begin = () => {
    process.send({ kind: 'started' });
    void BEHAVIOURS[task.password](task, Buffer.concat(chunks));
  };
  const onData = (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < task.byteLength) return;
    pipe.off('data', onData).pause();
    begin();
  };
  if (task.byteLength === 0) begin();
  else pipe.on('data', onData).resume();
});
