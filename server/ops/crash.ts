import type { Logger } from 'pino';

/** Logs an uncaught exception as one line, like all others, before the process exits. */
export function logCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
}
