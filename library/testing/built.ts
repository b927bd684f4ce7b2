import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../dist');

/**
 * Path of a built program or thread, such as `server/main`. From sources each would take more than a second of
 * processor time to start. Tests that use it belong to the project `programs` (vitest.config.ts), which builds what is
 * stale.
 */
export function built(name: string): string {
  return join(DIST, `${name}.js`);
}
