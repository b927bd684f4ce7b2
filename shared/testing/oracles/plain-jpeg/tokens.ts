import type { Component, Frame } from '../../../codecs/jpeg/format/frame.ts';
import { blocksOfScan } from './frame.ts';

/** One scan to write. `sequential` codes whole blocks; the others are those of the progressive process. */
export type PlainScan =
  | {
      readonly kind: 'sequential';
      readonly components: readonly number[];
      /** MCUs between restart markers; default: none. */
      readonly interval?: number;
    }
  | { readonly kind: 'dc-first' | 'dc-refine'; readonly components: readonly number[]; readonly low: number }
  | PlainBand;

export interface PlainBand {
  readonly kind: 'ac-first' | 'ac-refine';
  readonly component: number;
  readonly first: number;
  readonly last: number;
  readonly low: number;
}

/** Part of a scan before its codes are known: a symbol, or none, and the bits after its code as 0 and 1. */
export interface Token {
  /** Class << 4 | index of the scan's component. */
  readonly table: number;
  readonly symbol: number | null;
  readonly bits: string;
  /** A restart marker precedes it. */
  readonly restarts?: true;
}

/** A coefficient is too large for its process (T.81, Tables F.1 and F.2). */
export class TooLarge extends Error {}

/** The tokens of a scan; for AC alone, of every `rowStep`th block row. */
export function tokensOf(frame: Frame, scan: PlainScan, rowStep = 1): readonly Token[] {
  if ('component' in scan) {
    const blocks = bandBlocks(frame, scan, rowStep);
    return scan.kind === 'ac-first' ? acFirst(blocks, scan) : acRefinement(blocks, scan);
  }
  const predictions = [0, 0, 0, 0];
  const low = 'low' in scan ? scan.low : 0;
  const interval = ('interval' in scan && scan.interval) || Number.POSITIVE_INFINITY;
  return blocksOfScan(frame, scan.components).flatMap((unit, place) => {
    const restarts = place > 0 && place % interval === 0;
    if (restarts) predictions.fill(0);
    const tokens = unit.flatMap(({ index, block }) => {
      const coefficients = blockOf(frame.components[scan.components[index]!]!, block);
      const value = coefficients[0]! >> low;
      if (scan.kind === 'dc-refine') return [raw(String(value & 1))];
      const difference = valueToken(index, 0, value - predictions[index]!, 11);
      predictions[index] = value;
      return scan.kind === 'sequential' ? [difference, ...blockTokens(index, coefficients)] : [difference];
    });
    return restarts ? [{ ...tokens[0]!, restarts }, ...tokens.slice(1)] : tokens;
  });
}

function blockOf({ coefficients }: Component, block: number): Int16Array {
  return coefficients.subarray(block * 64, block * 64 + 64);
}

function bandBlocks(frame: Frame, { component }: PlainBand, rowStep: number): readonly Int16Array[] {
  const { blocksWide } = frame.components[component]!;
  return blocksOfScan(frame, [component])
    .flat()
    .filter((_, unit) => Math.floor(unit / blocksWide) % rowStep === 0)
    .map(({ block }) => blockOf(frame.components[component]!, block));
}

function raw(bits: string): Token {
  return { table: 0, symbol: null, bits };
}

const AC = 16;

/** A value after `run` zeros: its size is the symbol's low half (F.1.2.1, F.1.2.2). */
function valueToken(table: number, run: number, value: number, mostBits: number): Token {
  const size = value === 0 ? 0 : Math.abs(value).toString(2).length;
  if (size > mostBits) throw new TooLarge();
  const bits = value < 0 ? value + 2 ** size - 1 : value;
  return { table, symbol: run * 16 + size, bits: size === 0 ? '' : bits.toString(2).padStart(size, '0') };
}

function blockTokens(index: number, block: Int16Array): readonly Token[] {
  const tokens: Token[] = [];
  let run = 0;
  for (let k = 1; k < 64; k += 1) {
    if (block[k] === 0) {
      run += 1;
      continue;
    }
    for (; run > 15; run -= 16) tokens.push({ table: AC + index, symbol: 0xf0, bits: '' });
    tokens.push(valueToken(AC + index, run, block[k]!, 10));
    run = 0;
  }
  if (run > 0) tokens.push({ table: AC + index, symbol: 0, bits: '' });
  return tokens;
}

/** End-of-band runs (EOBn) with their correction bits, until something else must be coded. */
class EndOfBandRun {
  readonly tokens: Token[] = [];
  #blocks = 0;
  #corrections = '';

  extend(corrections: string): void {
    this.#blocks += 1;
    this.#corrections += corrections;
    if (this.#blocks === 0x7fff || this.#corrections.length > MAX_CORRECTIONS) this.end();
  }

  end(): void {
    if (this.#blocks > 0) {
      const size = this.#blocks.toString(2).length - 1;
      this.tokens.push({ table: AC, symbol: size * 16, bits: this.#blocks.toString(2).slice(1) });
    }
    this.tokens.push(raw(this.#corrections));
    this.#blocks = 0;
    this.#corrections = '';
  }
}

/** Maximum bits: with more, another block might exceed the buffer. */
const MAX_CORRECTIONS = 16384 - 64;

function magnitude(value: number, low: number): number {
  return Math.abs(value) >> low;
}

/** G.1.2.2. */
function acFirst(blocks: readonly Int16Array[], { first, last, low }: PlainBand): readonly Token[] {
  const band = new EndOfBandRun();
  for (const block of blocks) {
    let run = 0;
    for (let k = first; k <= last; k += 1) {
      const size = magnitude(block[k]!, low);
      if (size === 0) {
        run += 1;
        continue;
      }
      band.end();
      for (; run > 15; run -= 16) band.tokens.push({ table: AC, symbol: 0xf0, bits: '' });
      band.tokens.push(valueToken(AC, run, block[k]! < 0 ? -size : size, 10));
      run = 0;
    }
    if (run > 0) band.extend('');
  }
  band.end();
  return band.tokens;
}

/** G.1.2.3, Figures G.7 to G.9. */
function acRefinement(blocks: readonly Int16Array[], { first, last, low }: PlainBand): readonly Token[] {
  const band = new EndOfBandRun();
  for (const block of blocks) {
    // "newly nonzero" coefficients have no higher bit.
    const lastNew = block.findLastIndex((value, k) => k >= first && k <= last && magnitude(value, low) === 1);
    let corrections = '';
    let run = 0;
    for (let k = first; k <= last; k += 1) {
      const size = magnitude(block[k]!, low);
      if (size === 0) {
        run += 1;
        continue;
      }
      // Runs of 16 are only coded before a new value; otherwise the end of band covers them.
      for (; run > 15 && k <= lastNew; run -= 16) {
        band.end();
        band.tokens.push({ table: AC, symbol: 0xf0, bits: '' }, raw(corrections));
        corrections = '';
      }
      if (size > 1) {
        corrections += size & 1;
        continue;
      }
      band.end();
      band.tokens.push(
        { table: AC, symbol: run * 16 + 1, bits: block[k]! < 0 ? '0' : '1' },
        raw(corrections),
      );
      corrections = '';
      run = 0;
    }
    if (run > 0 || corrections !== '') band.extend(corrections);
  }
  band.end();
  return band.tokens;
}
