import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { LOOPBACK_CERTIFICATE } from './loopback-certificate.ts';

/** A foreign HTTPS service, on the loopback. */
export interface LoopbackService {
  /** `https://theirs.example.com:PORT` */
  readonly origin: string;
  /** Reaches it, and nothing else: no setting opens the loopback, so a test gives the server another network. */
  readonly outbound: Outbound;
  close(): void;
}

export async function startLoopbackService(answer: RequestListener): Promise<LoopbackService> {
  const server = createServer(LOOPBACK_CERTIFICATE, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://theirs.example.com:${port}`,
    outbound: loopbackOutbound(port),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reaches the service at this port of the loopback, also from another process. */
export function loopbackOutbound(port: number): Outbound {
  return createOutbound(
    { hosts: ['theirs.example.com'], ports: [port], totalMs: 60_000, idleMs: 60_000 },
    {
      lookup: ((_: string, __: unknown, done: (...found: unknown[]) => void) =>
        done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
      isReachable: (address) => address === '127.0.0.1',
      ca: LOOPBACK_CERTIFICATE.cert,
    },
  );
}
