import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['./scripts/checks/vitest.setup.ts'],
    include: ['{shared,library,cli,server,web,scripts}/**/*.test.{ts,tsx,mjs}'],
    // One a core: by default a core stays free, which is half of a small machine.
    maxWorkers: '100%',
    // Slow machines and two cores: a limit against hangs, not a claim about speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
