import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Clients that come one by one, each over a connection of its own, until they are refused. Beside the process that is tested:
 * somebody must be able to connect while that is just closing. It says `here` when many were answered, and at its end what
 * became of all of them.
 */
const CLIENTS = 8;
/** Then the server is warm, and there is a crowd. */
const MANY = 30;
const PAUSE_MS = 100;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const port = Number(process.argv[2]);
/** `cut`: connected, and then without an answer. */
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
