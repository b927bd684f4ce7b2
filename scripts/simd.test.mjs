import { expect, test } from 'vitest';
import { compiledModule, keptModule, SIMD_MODULES } from './simd.mjs';

test.each(SIMD_MODULES)('what is kept of simd/%s.ts is what its source compiles to', async (name) => {
  expect(Buffer.compare(keptModule(name), await compiledModule(name))).toBe(0);
});
