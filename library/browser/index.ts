import type { Engine } from '../engine/engine.ts';
import type { BrowserInput } from './browser.ts';

export * from '../light.ts';
export type { BrowserInput, Engine };

/** As `pagelight/browser` has them, which is loaded with the first call. */
export const compress: Engine<BrowserInput>['compress'] = async (...given) =>
  (await import('./browser.ts')).compress(...given);
export const inspect: Engine<BrowserInput>['inspect'] = async (...given) =>
  (await import('./browser.ts')).inspect(...given);
export const verify: Engine<BrowserInput>['verify'] = async (...given) =>
  (await import('./browser.ts')).verify(...given);
