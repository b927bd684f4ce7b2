import type { Engine } from './engine/engine.ts';
import type { NodeInput } from './node.ts';

export * from './light.ts';
export type { Engine, NodeInput };

/** As `pagelight/node` has them, which is loaded with the first call. */
export const compress: Engine<NodeInput>['compress'] = async (...given) =>
  (await import('./node.ts')).compress(...given);
export const inspect: Engine<NodeInput>['inspect'] = async (...given) =>
  (await import('./node.ts')).inspect(...given);
export const verify: Engine<NodeInput>['verify'] = async (...given) =>
  (await import('./node.ts')).verify(...given);
