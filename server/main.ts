import '../library/node/tier-up.ts';
import './ops/gc-tuning.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from './build-paths.ts';
import { readConfig } from './config.ts';
import { logCrash } from './ops/crash.ts';
import { createHttpServer, listen, listenerOf } from './ops/http-server.ts';
import { drainOnSignal } from './ops/shutdown.ts';
import { startOrExit } from './ops/start-or-exit.ts';
import { startServices } from './services.ts';
import { startupBanner } from './startup-banner.ts';

await startOrExit(start);

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const places = placesOf(import.meta.url);
  const services = await startServices(config, places);
  const { app, log, lifecycle, setupToken } = services;
  logCrash(log);
  if (!existsSync(join(places.webRoot, 'index.html'))) log.warn('the page is not built: run npm run build');

  const server = createHttpServer(listenerOf(app.fetch));
  const port = await listen(server, config.port, config.host);
  drainOnSignal({
    server,
    lifecycle,
    log,
    delayMs: config.drainDelayMs,
    graceMs: config.shutdownGraceMs,
    close: services.close,
  });
  process.stdout.write(startupBanner(config, port, setupToken));
}
