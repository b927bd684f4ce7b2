import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Status by error code for requests that Node rejects itself; any other error is a malformed request (400). */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP/1.1, or its Host or path is not valid.',
  408: 'The request did not arrive in time.',
  413: 'The request has more between its chunks than it may.',
  417: 'Only "Expect: 100-continue" can be met.',
  431: 'The header fields are larger than they may be.',
};

/**
 * Responds to requests that Node itself rejects with problem+json, like every other refusal (RFC 9457), and closes the
 * connection.
 */
export function handleClientErrors(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isGone = error.code === 'ECONNRESET' || !socket.writable;
  // Part of another response was already sent: nothing can be inserted.
  const isAnswering =
    ((socket as Socket).bytesWritten ?? 0) > 0 && '_httpMessage' in socket && socket._httpMessage;
  if (isGone || isAnswering) return void socket.destroy();
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = refusalBody(status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export const REFUSAL_HEADERS = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  Connection: 'close',
} as const;

export function refusalBody(status: number): string {
  return JSON.stringify({
    type: 'urn:pagelight:problem:malformed_request',
    title: STATUS_CODES[status],
    status,
    detail: DETAILS[status],
    code: 'malformed_request',
  });
}
