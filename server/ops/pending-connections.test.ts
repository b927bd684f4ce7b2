import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { blockAccepts } from './listen-backlog.ts';
import { watchPendingConnections } from './pending-connections.ts';

const CLIENTS = new URL('../testing/arriving-clients.mjs', import.meta.url);

/** Without blocked connections, one shutdown of five cut a client off. */
const CLOSINGS = 5;

async function listening(host: string): Promise<Server> {
  const server = createServer((_request, response) => response.end('here'));
  server.listen(0, host);
  await once(server, 'listening');
  return server;
}

test('a server that closes while clients pour in answers all whom it let connect, and refuses the others', {
  timeout: 180_000,
}, async () => {
  for (let closing = 0; closing < CLOSINGS; closing += 1) {
    const server = await listening('127.0.0.1');
    const clients = fork(CLIENTS, [String((server.address() as AddressInfo).port)]);
    await once(clients, 'message');
    const outcomes = once(clients, 'message');
    const arrivals = watchPendingConnections(server);
    await arrivals.whenQuiet();
    server.close();
    const [{ answered, refused, cut }] = await outcomes;
    expect(answered).toBeGreaterThanOrEqual(30);
    expect({ refused, cut }).toEqual({ refused: 8, cut: 0 });
  }
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const HOSTS = ['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])];

test.each(HOSTS)('the door can be held at %s', async (host) => {
  const server = await listening(host);
  expect(await blockAccepts(server)).toBe('blocked');
  server.close();
  await once(server, 'close');
});
