import { DatabaseUnavailable } from '../db/unavailable.ts';
import { ConfigError } from '../settings/config-error.ts';

/**
 * Words an error that the user of a command can fix.
 *
 * @throws the error itself if it is a bug
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof DatabaseUnavailable)) throw error;
  const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
  return `Nothing was done: the database cannot be read or written (${reason}). Look at its disk, its rights and whether it runs.`;
}
