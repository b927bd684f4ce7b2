import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';
import { threadFile } from '../library/node/thread-files.ts';
import { readConfig } from './config.ts';
import { createHttpServer, listen, listenerOf } from './ops/http-server.ts';
import { drainOnSignal } from './ops/shutdown.ts';
import { startOrExit } from './ops/start-or-exit.ts';
import { startServices } from './services.ts';
import { startupBanner } from './startup-banner.ts';

/** Routes of the app. Vite serves all others, pages and modules, from the sources. */
const APP_PATHS = /^\/((api|v1|healthz|readyz|metrics)(\/|\?|$)|llms\.txt|docs(\/\w+)?\.md)/;

const GRACE_MS = 2000;

/** The development server: one process and one port. Workers and database stay outside Vite's module graph. */
await startOrExit(start);

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const workerFile = join(dirname(fileURLToPath(import.meta.url)), 'pool/worker.dev.mjs');
  const services = await startServices(config, {
    workerFile,
    workThreadFile: threadFile('work-thread'),
  });
  const answer = listenerOf(services.app.fetch);
  const server = createHttpServer((request, response) => {
    if (APP_PATHS.test(request.url ?? '')) void answer(request, response);
    else vite.middlewares(request, response);
  });
  const vite = await createVite({ appType: 'spa', server: { middlewareMode: true, ws: { server } } });
  const port = await listen(server, config.port, config.host);
  drainOnSignal({
    server,
    lifecycle: services.lifecycle,
    log: services.log,
    delayMs: 0,
    graceMs: GRACE_MS,
    async close() {
      await vite.close();
      await services.close();
    },
  });
  process.stdout.write(startupBanner(config, port, services.setupToken));
}
