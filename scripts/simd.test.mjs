import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANCZOS_MODULE, lanczosModule } from './simd.mjs';

test('the compiled form in the checkout is that of the source beside it', async () => {
  expect(await lanczosModule()).toBe(readFileSync(LANCZOS_MODULE, 'utf8'));
});
