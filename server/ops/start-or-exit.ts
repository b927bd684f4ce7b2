import { ConfigError } from '../config.ts';
import { ListenError } from './http-server.ts';

/** Starts a server. What the person who starts it can mend is told in a sentence, and the process ends with 1. */
export async function startOrExit(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ListenError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
