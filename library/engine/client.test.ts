import { expect, test } from 'vitest';
import { createEngine } from '../node.ts';
import { EngineClosedError } from './engine-closed.ts';

test('an engine is closed at the end of its block', async () => {
  let outside: ReturnType<typeof createEngine>;
  {
    await using engine = createEngine();
    outside = engine;
  }
  await expect(outside.inspect(new Uint8Array())).rejects.toThrow(EngineClosedError);
});
