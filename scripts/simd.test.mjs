import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptPath, moduleText, SIMD_MODULES } from './simd.mjs';

test.each(SIMD_MODULES)('what is kept of simd/%s.ts is what its source compiles to', async (name) => {
  expect(await moduleText(name)).toBe(readFileSync(keptPath(name), 'utf8'));
});
