import type { DocumentPool } from './document-pool.ts';
import { type DocumentInput, wholeResult } from './document-task.ts';
import type { Engine } from './engine.ts';
import { type CallOptions, wholeOptions } from './settings.ts';

export interface EngineParts<Input> {
  /** Bytes that may be given away, or what a thread reads itself. @throws when it cannot be read */
  readonly read: (input: Input) => Promise<DocumentInput>;
  /** Calls `work` with the threads, which stay as long as it takes. */
  readonly withPool: <T>(work: (pool: DocumentPool) => Promise<T>) => Promise<T>;
}

export function createEngineOf<Input>({ read, withPool }: EngineParts<Input>): Engine<Input> {
  return {
    async compress(input, options = {}, call = {}) {
      const { password, imageOverrides, receipt } = call;
      const asked = wholeOptions(options);
      return withPool(async (pool) => {
        const task = {
          kind: 'compress',
          input: await read(input),
          options: asked,
          withReceipt: receipt === true,
          ...(password === undefined ? {} : { password }),
          ...(imageOverrides === undefined ? {} : { imageOverrides }),
        } as const;
        return wholeResult(await pool.run(task, call));
      });
    },
    inspect: (input, call = {}) =>
      withPool(async (pool) =>
        pool.run({ kind: 'inspect', input: await read(input), ...passwordOf(call) }, call),
      ),
    verify: (before, after, call = {}) =>
      withPool(async (pool) => {
        const [one, other] = await Promise.all([read(before), read(after)]);
        return pool.run({ kind: 'verify', before: one, after: other, ...passwordOf(call) }, call);
      }),
  };
}

function passwordOf({ password }: CallOptions): { readonly password?: string } {
  return password === undefined ? {} : { password };
}
