import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** What a page asks its worker, a module that holds the engine from its first message on. */
const WORKER = `
const { compress } = await import('/package/index.js');
onmessage = async ({ data }) => {
  const { data: smaller } = await compress(new Uint8Array(data), { preset: 'medium' });
  postMessage(smaller.length);
};
postMessage('ready');
`;

/**
 * A site of nothing but hyper-compress-wasm in a worker: a yardstick that lies in a folder of its own and is no part of this
 * project.
 *
 * @param folder where it was installed by npm
 */
export async function serveHyper(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const root = join(folder, 'node_modules/hyper-compress-wasm');
  const made: Readonly<Record<string, string>> = {
    '/': '<!doctype html><title>Hyper</title>',
    '/worker.js': WORKER,
  };
  const server = createServer(async ({ url = '/' }, answer) => {
    const path = new URL(url, 'http://localhost').pathname;
    const type = TYPES[extname(path) || '.html'];
    try {
      const bytes = made[path] ?? (await readFile(join(root, normalize(path.replace('/package/', '/')))));
      answer.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream' }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return { url: `http://127.0.0.1:${address.port}/`, server };
}
