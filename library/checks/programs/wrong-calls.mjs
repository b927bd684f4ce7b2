/** A wrong call is refused with an error class and a sentence. */
import { compress, inspect, verify } from 'pagelight';
import { DEFAULT_OPTIONS, compress as inCore } from 'pagelight/core';
import { inspect as inspectHere } from 'pagelight/inspect';
import { createEngine } from 'pagelight/node';

const bytes = new Uint8Array(9);
const host = {
  wasmModule: async () => {
    throw new Error('not reached');
  },
};
const calls = {
  'compress()': () => compress(),
  'compress({})': () => compress({}),
  'compress(promise)': () => compress(Promise.resolve(bytes)),
  'compress(stream)': () => compress(new ReadableStream()),
  'compress(5)': () => compress(5),
  'compress(data view)': () => compress(new DataView(bytes.buffer)),
  'compress(https)': () => compress(new URL('https://localhost/a.pdf')),
  'compress(bytes, word)': () => compress(bytes, 'small'),
  'compress(bytes, null)': () => compress(bytes, null),
  'compress(bytes, quality)': () => compress(bytes, { quality: 600, colour: true }),
  'compress(bytes, {}, signal)': () => compress(bytes, {}, { signal: {} }),
  'compress(bytes, {}, onProgress)': () => compress(bytes, {}, { onProgress: 'log' }),
  'compress(bytes, {}, password)': () => compress(bytes, {}, { password: 1234 }),
  'compress(bytes, {}, receipt)': () => compress(bytes, {}, { receipt: 'a.json' }),
  'compress(bytes, {}, word)': () => compress(bytes, {}, 'secret'),
  'compress(bytes, {}, overrides)': () => compress(bytes, {}, { imageOverrides: 5 }),
  'inspect(null)': () => inspect(null),
  'verify(bytes)': () => verify(bytes),
  'inspect here': () => inspectHere('a.pdf'),
  'core without bytes': () => inCore('a.pdf', DEFAULT_OPTIONS, { host }),
  'core without options': () => inCore(bytes, undefined, { host }),
  'core without host': () => inCore(bytes, DEFAULT_OPTIONS),
  'no documents': async () => createEngine({ documents: 0 }),
  'half a thread': async () => createEngine({ threads: 0.5 }),
};
const found = {};
for (const [name, call] of Object.entries(calls))
  found[name] = await call().then(
    () => [false, 'done'],
    (error) => [error instanceof TypeError, String(error?.message)],
  );
console.log(JSON.stringify(found));
