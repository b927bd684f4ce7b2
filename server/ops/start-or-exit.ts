import { ConfigError } from '../settings/config-error.ts';
import { ListenError } from './http-server.ts';

/** Starts a server. Prints errors that the user can fix as a sentence, and exits with 1. */
export async function startOrExit(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ListenError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
