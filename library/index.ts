import type { Engine } from './engine/engine.ts';
import type { NodeInput } from './node.ts';

export * from './light.ts';
export type { Engine, NodeInput };

/**
 * Makes a document smaller and loses nothing; see `Engine`. Loads `pagelight/node` with the first call.
 *
 * @example
 * const { bytes, report } = await compress(input, { preset: 'small', targetSize: 2_000_000 });
 */
export const compress: Engine<NodeInput>['compress'] = async (...given) =>
  (await import('./node.ts')).compress(...given);
/**
 * Says what a document is and where its bytes are; see `Engine`. Loads `pagelight/node` with the first call.
 *
 * @example
 * const { document } = await inspect(input);
 */
export const inspect: Engine<NodeInput>['inspect'] = async (...given) =>
  (await import('./node.ts')).inspect(...given);
/**
 * Says what of one document is kept in another one; see `Engine`. Loads `pagelight/node` with the first call.
 *
 * @example
 * const { differentDocuments } = await verify(before, after);
 */
export const verify: Engine<NodeInput>['verify'] = async (...given) =>
  (await import('./node.ts')).verify(...given);
