import fc from 'fast-check';
import { vi } from 'vitest';
import type * as Compress from '../../shared/compress.ts';
// Once per process: a module of its own is not evaluated again for every file.
import './equal-bytes.ts';

/**
 * A fixed seed: every run tries the same examples, so a failure is caused by the change under test. `FC_SEED=$RANDOM
 * npm run check` tries others; what it finds becomes a test of its own.
 */
const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? SEED) });

if (process.env.PAGELIGHT_OUTPUTS !== undefined) {
  vi.doMock('../../shared/compress.ts', async (importOriginal) => {
    const original = await importOriginal<typeof Compress>();
    const { keepingOutputs, OUTPUTS } = await import('../../shared/testing/judges/collect.ts');
    return { ...original, compress: keepingOutputs(OUTPUTS!, original.compress) };
  });
}
