import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type * as Compress from './shared/compress.ts';

/**
 * Every run tries the same examples, so that a red run is about the change that was made. `FC_SEED=$RANDOM npm run
 * check` looks further; what it finds becomes a test of its own.
 */
const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? SEED) });

/** A folder for every smaller file that a test makes, so that programs of others can judge them (`npm test`). */
const OUTPUTS = process.env.PAGELIGHT_OUTPUTS;

if (OUTPUTS !== undefined) {
  vi.doMock('./shared/compress.ts', async (importOriginal) => {
    const original = await importOriginal<typeof Compress>();
    const { keepingOutputs } = await import('./shared/testing/judges/outputs.ts');
    return { ...original, compress: keepingOutputs(OUTPUTS, original.compress, runningTest) };
  });
}

function runningTest(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  return `${testPath.slice(process.cwd().length + 1)}: ${currentTestName}`;
}
