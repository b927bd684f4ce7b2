import { expect, test } from 'vitest';
import { spareCores } from './worker-count.ts';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

test.each([
  { cores: 1, userAgent: DESKTOP, spare: 0 },
  { cores: 2, userAgent: DESKTOP, spare: 0 },
  { cores: 8, userAgent: DESKTOP, spare: 0 },
  { cores: 12, userAgent: DESKTOP, spare: 2 },
  { cores: 8, userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile', spare: 0 },
])('of $cores cores the work leaves $spare alone', ({ cores, userAgent, spare }) => {
  expect(spareCores({ hardwareConcurrency: cores, userAgent })).toBe(spare);
});
