import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/* Clients that connect one by one until they are refused. In a separate process, so that connections can arrive
   while the server is closing. Prints `here` once many were answered, and the outcome of all at the end. */
const CLIENTS = 8;
/** By then the server is warm and busy. */
const MANY = 30;
const PAUSE_MS = 100;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const port = Number(process.argv[2]);
/** `cut`: connected, but not answered. */
const outcomes = { answered: 0, refused: 0, cut: 0 };

/** @returns {Promise<keyof typeof outcomes>} */
function outcomeOfOne() {
  return new Promise((resolve) => {
    let isConnected = false;
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      isConnected = true;
      socket.write(REQUEST);
    });
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve(answer.startsWith('HTTP/1.1 200 ') ? 'answered' : isConnected ? 'cut' : 'refused'),
    );
  });
}

async function client() {
  for (;;) {
    const outcome = await outcomeOfOne();
    outcomes[outcome] += 1;
    if (outcome !== 'answered') return;
    if (outcomes.answered === MANY) process.send?.('here');
    await delay(Math.random() * PAUSE_MS);
  }
}

await Promise.all(Array.from({ length: CLIENTS }, client));
process.send?.(outcomes, () => process.disconnect());
