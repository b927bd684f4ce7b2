import fc from 'fast-check';
import { vi } from 'vitest';
import type * as Compress from '../../shared/compress.ts';
// For each process once: as a module of its own it is not run again for every file.
import './equal-bytes.ts';

/**
 * Every run tries the same examples, so that a red run is about the change that was made. `FC_SEED=$RANDOM npm run
 * check` looks further; what it finds becomes a test of its own.
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
