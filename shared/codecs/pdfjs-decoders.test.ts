import { expect, test, vi } from 'vitest';

const WATCHED = { Array, Map, Set, Promise, Uint8Array, String, Object, Function } as const;

/** All members of the watched built-ins, by name. */
function builtIns(): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, builtIn] of Object.entries(WATCHED)) {
    for (const [place, owner] of Object.entries({
      [name]: builtIn,
      [`${name}.prototype`]: builtIn.prototype,
    })) {
      for (const key of Reflect.ownKeys(owner)) {
        const { value, get } = Reflect.getOwnPropertyDescriptor(owner, key)!;
        members.set(`${place}.${String(key)}`, value ?? get);
      }
    }
  }
  return members;
}

test('loading the decoders replaces no built-in, prints nothing and fetches nothing', async () => {
  const before = builtIns();
  const spies = [
    vi.spyOn(globalThis, 'fetch'),
    ...(['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name)),
  ];

  const { JpegImage } = await import('./pdfjs-decoders.ts');

  expect(typeof JpegImage).toBe('function');
  const after = builtIns();
  const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  expect(changed).toEqual([]);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
