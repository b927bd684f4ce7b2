import { defineConfig } from 'vitest/config';

/** Tests with real PostgreSQL, Redis and nginx, which they start themselves. `npm run test:full` installs them if it can. */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts'],
    // Sequential files: each has its own databases and servers.
    fileParallelism: false,
    // Limits against hangs on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As in `vitest.config.ts`.
    retry: 1,
  },
});
