import { defineConfig } from 'vitest/config';

/** Checks of the packed package. They need a build, tools and a browser, so they are separate from the unit tests. */
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
