import '../library/node/tier-up.ts';
import './ops/gc-tuning.ts';
import { pino } from 'pino';
import { placesOf } from './build-paths.ts';
import { readConfig } from './config.ts';
import { logCrash } from './ops/crash.ts';
import { startOrExit } from './ops/start-or-exit.ts';
import { startWorkerProcess } from './worker-process.ts';

await startOrExit(start);

/** `pagelight work`: works on the jobs of a shared PostgreSQL. The first signal drains, the second hands documents back. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  logCrash(log);
  const worker = await startWorkerProcess(config, placesOf(import.meta.url), log);
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    if (signals > 2) process.exit(1);
    log.info(signals === 1 ? 'draining: running documents end' : 'handing running documents back');
    const ended = signals === 1 ? worker.drain().then(() => process.exit(0)) : worker.handBack();
    ended.catch((error: unknown) => {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  log.info({ slots: config.concurrency }, 'working on jobs');
}
