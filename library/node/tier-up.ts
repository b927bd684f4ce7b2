import { setFlagsFromString } from 'node:v8';

/**
 * V8 in Node 20 optimizes a function after few iterations, once per thread: compiling cost twice what the optimized
 * code then ran (`bench/README.md`). A function with fewer others inside takes less to compile. Later versions have a
 * compiler in between. Import this first, since a function keeps the budget that it started with.
 */
if (process.versions.node.startsWith('20.')) {
  setFlagsFromString('--interrupt-budget=400000');
  setFlagsFromString('--max-inlined-bytecode-size=120');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
}
