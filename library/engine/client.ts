import { requireCall } from './call-arguments.ts';
import type { DocumentPool } from './document-pool.ts';
import { type DocumentInput, wholeResult } from './document-task.ts';
import type { ClosableEngine, Engine } from './engine.ts';
import { EngineClosedError } from './engine-closed.ts';
import { type CallOptions, wholeOptions } from './settings.ts';

export interface EngineParts<Input> {
  /**
   * Returns bytes that may be transferred, or a Blob that a thread reads. @throws TypeError; an error if it cannot be
   * read
   */
  readonly read: (input: Input, signal?: AbortSignal) => Promise<DocumentInput>;
  /** Calls `work` with the pool and keeps the pool alive until it ends. */
  readonly withPool: <T>(work: (pool: DocumentPool) => Promise<T>) => Promise<T>;
}

export function createEngineOf<Input>({ read, withPool }: EngineParts<Input>): Engine<Input> {
  return {
    async compress(input, options = {}, call = {}) {
      requireCall(call);
      const { password, imageOverrides, receipt, signal } = call;
      const asked = wholeOptions(options);
      const task = async () =>
        ({
          kind: 'compress',
          input: await read(input, signal),
          options: asked,
          withReceipt: receipt === true,
          ...(password === undefined ? {} : { password }),
          ...(imageOverrides === undefined ? {} : { imageOverrides }),
        }) as const;
      return withPool(async (pool) => wholeResult(await pool.run(task, call)));
    },
    async inspect(input, call = {}) {
      requireCall(call);
      const task = async () =>
        ({ kind: 'inspect', input: await read(input, call.signal), ...passwordOf(call) }) as const;
      return withPool((pool) => pool.run(task, call));
    },

    async verify(before, after, call = {}) {
      requireCall(call);
      const task = async () => {
        const [one, other] = await Promise.all([read(before, call.signal), read(after, call.signal)]);
        return { kind: 'verify', before: one, after: other, ...passwordOf(call) } as const;
      };
      return withPool((pool) => pool.run(task, call));
    },
  };
}

function passwordOf({ password }: CallOptions): { readonly password?: string } {
  return password === undefined ? {} : { password };
}

/** Creates an engine with its own threads, which start with the first call. */
export function createClosableEngine<Input>({
  read,
  start,
}: Pick<EngineParts<Input>, 'read'> & {
  readonly start: () => Promise<DocumentPool>;
}): ClosableEngine<Input> {
  let pool: Promise<DocumentPool> | undefined;
  let isClosed = false;
  const withPool: EngineParts<Input>['withPool'] = async (work) => {
    if (isClosed) throw new EngineClosedError();
    pool ??= start();
    return work(await pool);
  };
  const close = () => {
    isClosed = true;
    // If the start failed, every call has reported that.
    pool?.then(
      (started) => started.terminate(),
      () => {},
    );
  };
  const engine = { ...createEngineOf<Input>({ read, withPool }), close };
  // Browsers before 2024 lack this symbol, so no caller can use it.
  return Object.assign(engine, { [Symbol.asyncDispose ?? 'asyncDispose']: async () => close() });
}
