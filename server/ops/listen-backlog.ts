import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';

/**
 * Whether new connections are refused: `blocked` until the next turn of the event loop, `missed` if a client connected
 * first, `unknown` on unsupported systems.
 */
export type AcceptBlock = 'blocked' | 'missed' | 'unknown';

/** Linux lists all sockets here (proc_net(5)). */
const SOCKETS = ['/proc/net/tcp', '/proc/net/tcp6'];
const MIN_BACKLOG = 0;
/** Node's default. */
const DEFAULT_BACKLOG = 511;

/** Blocks the event loop: its next turn would accept connections. */
const SETTLE_MS = 10;

/** `include/net/tcp_states.h` */
const ESTABLISHED = '01';
const HALF_OPEN = '03';
const LISTENING = '0A';

/**
 * Blocks new connections before the listening socket is closed. Linux connects clients before the process accepts them,
 * and resets the pending ones when the socket closes; a client may connect between the last check and the close. So the
 * backlog is reduced to one, and a connection of our own fills it: all others are refused before they are connected,
 * which a proxy notices, so that it uses another server without loss.
 *
 * Call this when no connection is pending, and close in the same turn if the result is `blocked`: the next turn accepts
 * pending connections.
 */
export async function blockAccepts(server: Server): Promise<AcceptBlock> {
  const place = server.address();
  // The path of a Unix socket is in no table.
  if (place === null || typeof place === 'string') return 'unknown';
  if (!isSupported() || !setBacklog(server, MIN_BACKLOG)) return 'unknown';
  const { port, address } = place;
  const own = connect(port, loopbackOf(address)).unref();
  // A reset or a refusal is the expected end of this connection.
  own.on('error', () => undefined);
  // One tick later it is connected if the backlog had room: within one machine that is immediate.
  await new Promise((resolve) => process.nextTick(resolve));
  const isAlone = () => {
    const sockets = readSockets();
    const isIn = sockets.some(({ localPort, state }) => localPort === own.localPort && state === ESTABLISHED);
    const here = sockets.filter(({ localPort }) => localPort === port);
    const waiting = here
      .filter(({ state }) => state === LISTENING)
      .reduce((sum, { queue }) => sum + queue, 0);
    return isIn && waiting === 1 && !here.some(({ state }) => state === HALF_OPEN);
  };
  if (isAlone()) {
    // Another processor may have been taking a client in since before the queue was full: it is in the table by then.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS);
    if (isAlone()) return 'blocked';
  }
  own.destroy();
  // A half-open connection would find no room in a short backlog and be cut off at the close.
  setBacklog(server, DEFAULT_BACKLOG);
  return 'missed';
}

/**
 * Sets the backlog: `length` connections and one more may be pending. False, without effect, if Node does not permit
 * it.
 */
function setBacklog(server: Server, length: number): boolean {
  // Node has no API to change the backlog (listen(2)); its handle has, in all supported versions.
  const handle: unknown = Reflect.get(server, '_handle');
  if (typeof handle !== 'object' || handle === null || !('listen' in handle)) return false;
  return typeof handle.listen === 'function' && handle.listen(length) === 0;
}

interface SocketRow {
  readonly localPort: number;
  readonly state: string;
  /** For a listening socket: connections not yet accepted. */
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

/** A socket that listens on all interfaces listens on loopback, too. */
function loopbackOf(address: string): string {
  if (address === '::') return '::1';
  return address === '0.0.0.0' ? '127.0.0.1' : address;
}
