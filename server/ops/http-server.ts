import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { handleClientErrors, REFUSAL_HEADERS, refusalBody } from './client-errors.ts';

/** Allows a maximum-size upload over a slow line; Node's default of 5 minutes would need 5.6 Mbit/s for 200 MB. */
const REQUEST_TIMEOUT_MS = 15 * 60 * 1000;

/** Longer than the 60 s of common proxies, so that the proxy closes idle connections first. */
const KEEP_ALIVE_MS = 75_000;

/** The port is in use or not permitted. The message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Headers are short; a client that sends them slowly only wants to occupy a connection. */
const HEADERS_TIMEOUT_MS = 15_000;

export interface ServerTimeouts {
  /** Time for a whole request to arrive. */
  readonly requestMs: number;
  readonly headersMs: number;
  /** Interval at which Node checks both timeouts. */
  readonly checkMs: number;
}

const SERVER_TIMEOUTS: ServerTimeouts = {
  requestMs: REQUEST_TIMEOUT_MS,
  headersMs: HEADERS_TIMEOUT_MS,
  checkMs: 5000,
};

/** HTTP/1.0 has no `Host`, and the health checks of some load balancers use it. */
function withHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
    return listener(request, response);
  };
}

/** Passes requests to an app. One whose host or path is invalid does not reach it. */
export function listenerOf(fetch: Parameters<typeof getRequestListener>[0]): RequestListener {
  return getRequestListener(fetch, {
    errorHandler: (error) => {
      const status = error instanceof Error && error.name === 'RequestError' ? 400 : 500;
      return new Response(refusalBody(status), { status, headers: REFUSAL_HEADERS });
    },
  });
}

/** An HTTP server that lets the app decide whether a client with `Expect: 100-continue` may send its body. */
export function createHttpServer(
  listener: RequestListener,
  timeouts: ServerTimeouts = SERVER_TIMEOUTS,
): Server {
  const server = createServer(
    {
      requestTimeout: timeouts.requestMs,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node's own refusal has no body; the app's listener refuses these requests too.
      requireHostHeader: false,
    },
    withHost(listener),
  );
  server.on('checkContinue', listener);
  server.on('checkExpectation', (_request, response) => {
    const body = refusalBody(417);
    response.writeHead(417, { ...REFUSAL_HEADERS, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.on('clientError', handleClientErrors);
  spareWhatIsSent(server);
  return server;
}

/**
 * For Node a connection is idle once its answer was given to the system, though its client still reads. While one does,
 * none is closed.
 */
function spareWhatIsSent(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  // `close` calls it, too.
  server.closeIdleConnections = () => {
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
}

/**
 * Listens and returns the port, which differs from the requested one only for port 0.
 *
 * @throws ListenError
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): ListenError {
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST is "${host}", which is not an address. Use one such as 127.0.0.1 or 0.0.0.0.`,
  };
  const message = advice[error.code ?? ''] ?? `Cannot listen on ${host} port ${port}: ${error.message}`;
  return new ListenError(message, { cause: error });
}
