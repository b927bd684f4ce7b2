import { setFlagsFromString } from 'node:v8';

/**
 * V8 as Node 20 has it optimises a function after few rounds, for each thread again: compiling cost twice what the
 * optimised code then ran (`bench/README.md`). Later versions have a compiler in between, and no such flag. To be
 * imported before all else, since a function keeps the budget that it began with.
 */
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000');
