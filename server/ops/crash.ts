import type { Logger } from 'pino';

/** The last line of a process that ends by a bug is one of the log, like all others. */
export function logCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the server ends by an error of its own');
    process.exit(1);
  });
}
