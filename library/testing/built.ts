import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../dist');

/**
 * A program or thread as it is shipped, such as `server/main`. From its sources each would take more than a second of
 * the processor to start. Tests with one are of the project `programs` (vitest.config.ts), which builds what is stale.
 */
export function built(name: string): string {
  return join(DIST, `${name}.js`);
}
