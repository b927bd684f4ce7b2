import { expect, test } from 'vitest';
import { poolSize, spareCores } from './worker-count.ts';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

test.each([
  { cores: 1, userAgent: DESKTOP, files: 1 },
  { cores: 3, userAgent: DESKTOP, files: 2 },
  { cores: 16, userAgent: DESKTOP, files: 3 },
  { cores: 8, userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile', files: 1 },
])('on $cores cores $files files are compressed at once', ({ cores, userAgent, files }) => {
  expect(poolSize({ hardwareConcurrency: cores, userAgent })).toBe(files);
});

test.each([
  { cores: 1, userAgent: DESKTOP, spare: 0 },
  { cores: 2, userAgent: DESKTOP, spare: 0 },
  { cores: 8, userAgent: DESKTOP, spare: 0 },
  { cores: 12, userAgent: DESKTOP, spare: 2 },
  { cores: 8, userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile', spare: 0 },
])('of $cores cores the work leaves $spare alone', ({ cores, userAgent, spare }) => {
  expect(spareCores({ hardwareConcurrency: cores, userAgent })).toBe(spare);
});
