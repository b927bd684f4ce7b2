import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';

/**
 * Whether nobody can come in any more: `held` until the next turn of the event loop, `missed` where somebody was faster, and
 * `unknown` on systems that do not tell.
 */
export type AcceptBlock = 'blocked' | 'missed' | 'unknown';

/** Where Linux lists all sockets (proc_net(5)). */
const SOCKETS = ['/proc/net/tcp', '/proc/net/tcp6'];
const MIN_BACKLOG = 0;
/** Node's own. */
const DEFAULT_BACKLOG = 511;

/** `include/net/tcp_states.h` */
const ESTABLISHED = '01';
const HALF_OPEN = '03';
const LISTENING = '0A';

/**
 * Holds the door of a server that is about to close its listening socket. Linux connects clients before anybody accepts them,
 * and resets those that wait when the socket is closed; however soon that is after the last look, somebody may have come
 * between. So the queue is made one long, and one of our own waits in it: while it is there all others are turned away
 * before they are connected, which a proxy notices, and takes another server with nothing lost.
 *
 * Call it when nobody waits, and close in the same turn where it is held: the next one accepts whoever waits.
 */
export async function blockAccepts(server: Server): Promise<AcceptBlock> {
  const place = server.address();
  // A path, of a socket that is a file, is in no table.
  if (place === null || typeof place === 'string') return 'unknown';
  if (!isSupported() || !setBacklog(server, MIN_BACKLOG)) return 'unknown';
  const { port, address } = place;
  const own = connect(port, loopbackOf(address)).unref();
  // Reset as the one who waited, or refused: both is what it is for.
  own.on('error', () => undefined);
  // Then it is connected, where there was room for it: within one machine that takes no time.
  await new Promise((resolve) => process.nextTick(resolve));
  const sockets = readSockets();
  const isIn = sockets.some(({ localPort, state }) => localPort === own.localPort && state === ESTABLISHED);
  const here = sockets.filter(({ localPort }) => localPort === port);
  const waiting = here.filter(({ state }) => state === LISTENING).reduce((sum, { queue }) => sum + queue, 0);
  if (isIn && waiting === 1 && !here.some(({ state }) => state === HALF_OPEN)) return 'blocked';
  own.destroy();
  // Whoever is half-way in finds no place in a short queue, and would be cut off when it is closed.
  setBacklog(server, DEFAULT_BACKLOG);
  return 'missed';
}

/** As many may wait to be accepted, and one more. False where Node does not let that be said; nothing has changed then. */
function setBacklog(server: Server, length: number): boolean {
  // Node has no word of its own for listening anew (listen(2)); its handle has, in all versions that we support.
  const handle: unknown = Reflect.get(server, '_handle');
  if (typeof handle !== 'object' || handle === null || !('listen' in handle)) return false;
  return typeof handle.listen === 'function' && handle.listen(length) === 0;
}

interface SocketRow {
  readonly localPort: number;
  readonly state: string;
  /** Of a listening one: connections that nobody accepted yet. */
  readonly queue: number;
}

function isSupported(): boolean {
  return readTable(SOCKETS[0]!) !== '';
}

/** `sl local_address rem_address st tx_queue:rx_queue …`, numbers in hex */
function readSockets(): readonly SocketRow[] {
  const rows = SOCKETS.flatMap((file) => readTable(file).split('\n').slice(1));
  return rows.flatMap((row) => {
    const [, local, , state, queues] = row.trim().split(/\s+/);
    if (local === undefined || state === undefined || queues === undefined) return [];
    const hex = (text: string) => Number.parseInt(text.split(':').at(-1) ?? '', 16);
    return [{ localPort: hex(local), state, queue: hex(queues) }];
  });
}

function readTable(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** What listens everywhere listens here, too. */
function loopbackOf(address: string): string {
  if (address === '::') return '::1';
  return address === '0.0.0.0' ? '127.0.0.1' : address;
}
