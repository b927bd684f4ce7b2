import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { LITTLE_WINDOW } from './support/browser-switches.ts';
import { environment } from './support/environment.ts';

const { port, dataDir, baseURL } = await environment();

const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** Debian's Chromium if installed; `undefined` lets Playwright use its own download. */
const executablePath = process.env.CHROMIUM_PATH ?? DEBIAN.find((path) => existsSync(path));

/** Found here if not named: the firefox test starts this one. */
const FIREFOX =
  process.env.FIREFOX_PATH || ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
if (FIREFOX !== undefined) process.env.FIREFOX_PATH = FIREFOX;

export default defineConfig({
  testDir: '.',
  // `npm run screenshot` and `npm run bench -- page` run programs that are not tests.
  testMatch: process.env.E2E_PROGRAMS ?? '**/*.spec.ts',
  // Two at a time: half of a test is waiting for a browser. Tests that need their own server start one.
  workers: 2,
  // By test, not by file: else at the end, and in one of the shards, a long file would run alone.
  fullyParallel: true,
  // One test for a browser that Playwright has no build of here: CI installs it.
  testIgnore: FIREFOX === undefined ? 'firefox/**' : [],
  forbidOnly: true,
  reporter: 'list',
  // Limits against hangs on a slow machine, not claims about speed.
  timeout: 400_000,
  expect: { timeout: 120_000 },
  // Browsers have timing of their own. Tests that pass only on retry are listed at the end of `npm test`.
  retries: process.env.E2E_PROGRAMS === undefined ? 1 : 0,
  globalTeardown: './support/remove-data.ts',
  use: {
    baseURL,
    actionTimeout: 120_000,
    locale: 'en-US',
    // A check in the middle of a transition sees what is never at rest, and frames of motion cost as much as the page's
    // own work.
    contextOptions: process.env.E2E_PROGRAMS === undefined ? { reducedMotion: 'reduce' } : {},
    screenshot: 'only-on-failure',
    // Each test is a first visit, where a service worker would store the whole page: half of the cost of a visit. Tests
    // about the service worker enable it; for others the page behaves as in a private window without one.
    serviceWorkers: process.env.E2E_PROGRAMS === undefined ? 'block' : 'allow',
    launchOptions: {
      executablePath,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        LITTLE_WINDOW,
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: 'node dist/server/main.js',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${baseURL}/api/v1/health`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      MAX_UPLOAD_MB: '48',
      // Unit tests run beside these and would starve documents that stand back.
      JOB_NICENESS: '0',
      // All tests are one client with one key.
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
      CORS_ORIGINS: '*',
    },
    // Where an answer is an error of the server, its log says which.
    stdout: 'pipe',
    stderr: 'pipe',
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
