import { expect, test } from 'vitest';
import { stagesOf } from './stages.mjs';

const SOURCES = new Map([
  ['file:///a.js', 'shared/codecs/flate/libdeflate.ts'],
  ['file:///b.js', 'shared/pdf/read/parser.ts'],
]);
const sourceOf = (/** @type {{ readonly url: string }} */ { url }) => SOURCES.get(url);

/** @param {number} id @param {string} functionName @param {string} url @param {number[]} children */
const node = (id, functionName, url, children = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
  children,
});

test('samples count for the part of the work that was on the stack, WebAssembly for who called it', () => {
  const profile = {
    nodes: [
      node(1, '(root)', '', [2, 5, 6, 7]),
      node(2, 'zlib', 'file:///a.js', [3]),
      node(3, 'toWasm', '', [4]),
      node(4, 'wasm-function[7]', 'wasm://wasm/0'),
      node(5, 'object', 'file:///b.js', [8]),
      node(6, '(idle)', ''),
      node(7, '(garbage collector)', ''),
      node(8, 'set', ''),
    ],
    samples: [2, 4, 4, 5, 8, 6, 7],
    timeDeltas: [1, 10, 20, 100, 200, 5000, 7],
  };
  expect(stagesOf([profile, profile], sourceOf)).toEqual([
    { stage: 'reading and writing PDF', script: 600, wasm: 0 },
    { stage: 'deflate and inflate', script: 2, wasm: 60 },
    { stage: 'garbage collector', script: 14, wasm: 0 },
  ]);
});
