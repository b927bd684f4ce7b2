import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { environment } from './environment.ts';

export interface RecordingProxy {
  readonly baseURL: string;
  /** Method and path of every request so far. */
  readonly seen: readonly string[];
  /** Bytes sent to the browser so far, as on the wire: encoded bodies and headers. */
  sentBytes(): number;
  /** Appends this text to the file at this path from now on. */
  appendTo(address: string, text: string): void;
  close(): Promise<void>;
}

/** A proxy between page and server that records all requests, including those of workers, which fire no page event. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const { port } = await environment();
  const seen: string[] = [];
  const appended = new Map<string, string>();
  const sockets: Socket[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen.push(`${method} ${url}`);
    const more = appended.get(url ?? '');
    // Text can be appended only to an uncompressed, fully sent file.
    const plain = { 'accept-encoding': 'identity', 'if-none-match': '' };
    const asked = more === undefined ? headers : { ...headers, ...plain };
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers: asked }, (answer) => {
      const { 'content-length': _, etag: __, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, more === undefined ? answer.headers : others);
      answer.pipe(outgoing, { end: more === undefined });
      if (more !== undefined) answer.on('end', () => outgoing.end(more));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  proxy.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    baseURL: `http://127.0.0.1:${address.port}`,
    seen,
    sentBytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    appendTo: (address, text) => appended.set(address, text),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
