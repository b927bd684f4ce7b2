import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before an S3 service that refuses some requests as an overloaded service does, or breaks off. */
export interface OverloadedProxy {
  readonly endpoint: string;
  /** Requests refused and cut so far. */
  readonly refused: () => number;
  close(): Promise<void>;
}

/** @param every each so many requests are refused with 503 SlowDown, and each so many are cut in the middle of the body */
export async function startOverloadedProxy(
  target: string,
  every: { readonly refused: number; readonly cut: number },
): Promise<OverloadedProxy> {
  const { hostname, port } = new URL(target);
  let count = 0;
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    count += 1;
    if (count % every.refused === 0) {
      refused += 1;
      incoming.resume();
      outgoing.writeHead(503, { 'content-type': 'application/xml' });
      outgoing.end('<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>slow</Message></Error>');
      return;
    }
    const isCut = count % every.cut === 0;
    // The signature covers the host, which stays the proxy's.
    const { method = 'GET', url = '/', headers } = incoming;
    const forward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!isCut) return void answer.pipe(outgoing);
      refused += 1;
      answer.once('data', (piece: Buffer) => {
        outgoing.write(piece.subarray(0, piece.length >> 1));
        outgoing.destroy();
      });
      answer.once('end', () => outgoing.destroy());
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
