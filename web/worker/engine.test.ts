import { expect, test, vi } from 'vitest';
import { type Engine, EngineError, EngineSource } from './engine.ts';

const engine: Engine = {
  // The modules are not inspected here.
  modules: {} as Engine['modules'],
  loadComparer: () => Promise.reject(new Error('no comparison in this test')),
  loadFor: async () => {},
  spawnWorker: () => {
    throw new Error('no worker in this test');
  },
};

test('loads once, however often it is asked', async () => {
  const load = vi.fn(async () => engine);
  const source = new EngineSource(load);
  expect(await source.get()).toBe(await source.get());
  expect(load).toHaveBeenCalledOnce();
});

test('says how far it is, and tries again after a failure', async () => {
  const load = vi.fn<() => Promise<Engine>>();
  load.mockRejectedValueOnce(new EngineError({ code: 'engine_not_loaded' })).mockResolvedValueOnce(engine);
  const source = new EngineSource(load);
  const heard: string[] = [];
  const stop = source.subscribe(() => heard.push(source.state()));

  await expect(source.get()).rejects.toMatchObject({ problem: { code: 'engine_not_loaded' } });
  expect(await source.get()).toBe(engine);
  expect(heard).toEqual(['loading', 'failed', 'loading', 'ready']);
  stop();
  expect(load).toHaveBeenCalledTimes(2);
});
