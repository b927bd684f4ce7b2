import { defineConfig } from 'vitest/config';

/** Tests with real PostgreSQL, Redis and nginx, which they start themselves. `npm test` installs those where it can. */
export default defineConfig({
  test: {
    include: ['e2e/cluster/**/*.test.ts'],
    // One file after another: each has databases and servers of its own.
    fileParallelism: false,
    // Limits against hangs on a machine that has much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As in `vitest.config.ts`.
    retry: 1,
  },
});
