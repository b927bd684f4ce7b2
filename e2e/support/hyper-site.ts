import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The page's worker, a module that loads the engine before its first message. */
const WORKER = `
const { compress } = await import('/package/index.js');
onmessage = async ({ data }) => {
  const { data: smaller } = await compress(new Uint8Array(data), { preset: 'medium' });
  postMessage(smaller.length);
};
postMessage('ready');
`;

/**
 * A site with only hyper-compress-wasm in a worker, for comparison; it is installed in a folder of its own and not part
 * of this project.
 *
 * @param folder where npm installed it
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
