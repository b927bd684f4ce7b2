import { defineConfig } from 'vitest/config';

/** What is asked of the packed package; needs a build, tools and a browser, so it stands apart from the unit tests. */
export default defineConfig({
  test: {
    include: ['library/checks/**/*.check.ts'],
    globalSetup: ['library/checks/pack.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As in `vitest.config.ts`.
    retry: 1,
  },
});
