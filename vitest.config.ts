import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['./scripts/checks/vitest.setup.ts'],
    include: ['{shared,server,web,scripts}/**/*.test.{ts,tsx,mjs}'],
    // Slow machines and two cores: a limit against hangs, not a claim about speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
