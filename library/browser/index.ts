import type { Engine } from '../engine/engine.ts';
import type { BrowserInput } from './browser.ts';

export * from '../light.ts';
export type { BrowserInput, Engine };

/**
 * Makes a document smaller and loses nothing; see `Engine`. Loads `pagelight/browser` with the first call.
 *
 * @example
 * const { bytes, report } = await compress(input, { preset: 'small', targetSize: 2_000_000 });
 */
export const compress: Engine<BrowserInput>['compress'] = async (...given) =>
  (await import('./browser.ts')).compress(...given);
/**
 * Says what a document is and where its bytes are; see `Engine`. Loads `pagelight/browser` with the first call.
 *
 * @example
 * const { document } = await inspect(input);
 */
export const inspect: Engine<BrowserInput>['inspect'] = async (...given) =>
  (await import('./browser.ts')).inspect(...given);
/**
 * Says what of one document is kept in another one; see `Engine`. Loads `pagelight/browser` with the first call.
 *
 * @example
 * const { differentDocuments } = await verify(before, after);
 */
export const verify: Engine<BrowserInput>['verify'] = async (...given) =>
  (await import('./browser.ts')).verify(...given);
