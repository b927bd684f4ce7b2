import { expect, test } from 'vitest';
import { WorkPool } from '../../shared/work/pool.ts';
import { createEngine } from '../node.ts';
import { createEngineOf } from './client.ts';
import { DocumentPool } from './document-pool.ts';
import { EngineClosedError } from './engine-closed.ts';

test('an engine is closed at the end of its block', async () => {
  let outside: ReturnType<typeof createEngine>;
  {
    await using engine = createEngine();
    outside = engine;
  }
  await expect(outside.inspect(new Uint8Array())).rejects.toThrow(EngineClosedError);
});

test('inputs are read one after the other in the order of the calls, and not before their turn', async () => {
  const events: string[] = [];
  const pool = new DocumentPool({
    documents: 1,
    work: new WorkPool({ threads: 1, pixels: 1, idleMs: 1, spawn: noThread }),
    spawn: ({ message }) => ({
      post: () => {
        events.push('run');
        message({ kind: 'done', value: undefined as never });
      },
      terminate() {},
    }),
  });
  const engine = createEngineOf<string>({
    // The first takes longest.
    read: async (input) => {
      events.push(`read ${input}`);
      for (let turn = 0; turn < (input === 'a' ? 50 : 0); turn += 1) await undefined;
      return new Uint8Array();
    },
    withPool: (work) => work(pool),
  });
  await Promise.all(['a', 'b', 'c'].map((input) => engine.inspect(input)));
  expect(events).toEqual(['read a', 'run', 'read b', 'run', 'read c', 'run']);
});

function noThread(): never {
  throw new Error('a thread for no job');
}
