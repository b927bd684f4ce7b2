import type { Engine } from '../engine/engine.ts';
import type { BrowserInput } from './browser.ts';

export * from '../light.ts';
export type { BrowserInput, Engine };

/**
 * Makes a document smaller and loses nothing; see `Engine`. The first call loads `pagelight/browser`.
 *
 * @example
 * const { bytes, report } = await compress(input, { preset: 'small', targetSize: 2_000_000 });
 */
export const compress: Engine<BrowserInput>['compress'] = async (...given) =>
  (await import('./browser.ts')).compress(...given);
/**
 * Reports what a document contains and how its bytes are used; see `Engine`. The first call loads `pagelight/browser`.
 *
 * @example
 * const { document } = await inspect(input);
 */
export const inspect: Engine<BrowserInput>['inspect'] = async (...given) =>
  (await import('./browser.ts')).inspect(...given);
/**
 * Compares two documents and reports what the second one kept; see `Engine`. The first call loads `pagelight/browser`.
 *
 * @example
 * const { differentDocuments } = await verify(before, after);
 */
export const verify: Engine<BrowserInput>['verify'] = async (...given) =>
  (await import('./browser.ts')).verify(...given);
