import { createServer, request } from 'node:http';
import { environment } from './environment.ts';

export interface RecordingProxy {
  readonly baseURL: string;
  /** Method and address of every request so far. */
  readonly seen: readonly string[];
  /** From now on the file at this address ends with this text, too. */
  appendTo(address: string, text: string): void;
  close(): Promise<void>;
}

/** Stands between the page and the server and writes down what passes: also what workers ask, which no page event shows. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const { port } = await environment();
  const seen: string[] = [];
  const appended = new Map<string, string>();
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen.push(`${method} ${url}`);
    const more = appended.get(url ?? '');
    // Text can be put behind a file, but not behind a packed one or one that is not sent again.
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
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    baseURL: `http://127.0.0.1:${address.port}`,
    seen,
    appendTo: (address, text) => appended.set(address, text),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
