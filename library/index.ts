import type { Engine } from './engine/engine.ts';
import type { NodeInput } from './node.ts';

export * from './light.ts';
export type { Engine, NodeInput };

/**
 * Makes a document smaller and loses nothing; see `Engine`. The first call loads `pagelight/node`.
 *
 * @example
 * const { bytes, report } = await compress(input, { preset: 'small', targetSize: 2_000_000 });
 */
export const compress: Engine<NodeInput>['compress'] = async (...given) =>
  (await import('./node.ts')).compress(...given);
/**
 * Reports what a document contains and how its bytes are used; see `Engine`. The first call loads `pagelight/node`.
 *
 * @example
 * const { document } = await inspect(input);
 */
export const inspect: Engine<NodeInput>['inspect'] = async (...given) =>
  (await import('./node.ts')).inspect(...given);
/**
 * Compares two documents and reports what the second one kept; see `Engine`. The first call loads `pagelight/node`.
 *
 * @example
 * const { differentDocuments } = await verify(before, after);
 */
export const verify: Engine<NodeInput>['verify'] = async (...given) =>
  (await import('./node.ts')).verify(...given);
