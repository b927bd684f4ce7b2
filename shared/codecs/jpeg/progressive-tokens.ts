import type { Component, Frame } from './frame.ts';
import type { Band } from './progressive-decoder.ts';
import { MAX_AC_SIZE } from './sequential-decoder.ts';
import {
  acTableOf,
  addDc,
  eachBlock,
  sizeOf,
  UnwritableCoefficient,
  valueBits,
} from './sequential-tokens.ts';
import { RAW, TokenBuffer, type TokenSink } from './tokens.ts';

/** The high bits of DC coefficients: shifted, then predicted (T.81, G.1.2.1). */
export function dcFirstTokens(
  frame: Frame,
  components: readonly Component[],
  low: number,
  sink: TokenSink,
): void {
  const tokens = new TokenBuffer(sink);
  const predictions = new Int32Array(4);
  eachBlock(frame, components, ({ coefficients }, index, offset) => {
    tokens.makeRoom();
    const value = coefficients[offset] >> low;
    addDc(tokens, index, value - predictions[index]);
    predictions[index] = value;
  });
  tokens.flush();
}

/** Bit `low` of every DC coefficient (G.1.2.1.1). */
export function dcRefineTokens(
  frame: Frame,
  components: readonly Component[],
  low: number,
  sink: TokenSink,
): void {
  const tokens = new TokenBuffer(sink);
  eachBlock(frame, components, ({ coefficients }, _index, offset) => {
    tokens.makeRoom();
    tokens.add(RAW, 0, 1, (coefficients[offset] >> low) & 1);
  });
  tokens.flush();
}

/** Which block rows of a component are coded: all of them, or every so manieth to compare scans on a sample. */
export interface RowStep {
  readonly rowStep: number;
}

/** The high bits of a band of AC coefficients: magnitudes shifted (G.1.2.2). */
export function acFirstTokens(
  component: Component,
  { first, last }: Band,
  low: number,
  { rowStep }: RowStep,
  sink: TokenSink,
): void {
  const { coefficients, blocksHigh, blocksWide, stride } = component;
  const tokens = new TokenBuffer(sink);
  const blocks = new EndOfBandRun(tokens);
  const smallest = 1 << low;
  for (let row = 0; row < blocksHigh; row += rowStep) {
    for (let column = 0; column < blocksWide; column += 1) {
      tokens.makeRoom();
      const offset = (row * stride + column) * 64;
      let run = 0;
      for (let k = first; k <= last; k += 1) {
        const coefficient = coefficients[offset + k];
        if (coefficient < smallest && coefficient > -smallest) {
          run += 1;
          continue;
        }
        blocks.end();
        for (; run > 15; run -= 16) tokens.add(TABLE, 0xf0, 0, 0);
        const value = coefficient < 0 ? -(-coefficient >> low) : coefficient >> low;
        const size = sizeOf(value);
        if (size > MAX_AC_SIZE) throw new UnwritableCoefficient();
        tokens.add(TABLE, (run << 4) | size, size, valueBits(value, size));
        run = 0;
      }
      if (run > 0) blocks.extend();
    }
  }
  blocks.end();
  tokens.flush();
}

/** Bit `low` of every AC coefficient of a band (G.1.2.3, Figures G.7 to G.9). */
export function acRefineTokens(
  component: Component,
  { first, last }: Band,
  low: number,
  { rowStep }: RowStep,
  sink: TokenSink,
): void {
  const { coefficients, blocksHigh, blocksWide, stride } = component;
  const tokens = new TokenBuffer(sink);
  const blocks = new EndOfBandRun(tokens);
  const known = 2 << low;
  const fresh = 1 << low;
  for (let row = 0; row < blocksHigh; row += rowStep) {
    for (let column = 0; column < blocksWide; column += 1) {
      tokens.makeRoom();
      const offset = (row * stride + column) * 64;
      let run = 0;
      let lastFresh = last;
      while (lastFresh >= first && !isFresh(coefficients[offset + lastFresh], fresh, known)) lastFresh -= 1;
      let corrections = blocks.corrections;
      for (let k = first; k <= last; k += 1) {
        const coefficient = coefficients[offset + k];
        const magnitude = coefficient < 0 ? -coefficient : coefficient;
        if (magnitude < fresh) {
          run += 1;
          continue;
        }
        // Runs of 16 are only coded while a value follows; else the end of the band says it all.
        while (run > 15 && k <= lastFresh) {
          blocks.endBefore(corrections);
          tokens.add(TABLE, 0xf0, 0, 0);
          blocks.flushCorrections();
          corrections = 0;
          run -= 16;
        }
        if (magnitude >= known) {
          blocks.correct((magnitude >> low) & 1);
          continue;
        }
        blocks.endBefore(corrections);
        tokens.add(TABLE, (run << 4) | 1, 1, coefficient < 0 ? 0 : 1);
        blocks.flushCorrections();
        corrections = 0;
        run = 0;
      }
      if (run > 0 || blocks.corrections > corrections) blocks.extend();
    }
  }
  blocks.end();
  tokens.flush();
}

function isFresh(coefficient: number, fresh: number, known: number): boolean {
  const magnitude = coefficient < 0 ? -coefficient : coefficient;
  return magnitude >= fresh && magnitude < known;
}

const TABLE = acTableOf(0);

/** Correction bits that may wait for the end of a run; a run is ended early beyond it. */
const MAX_CORRECTIONS = 32768;
const LONGEST_RUN = 0x7fff;

/** Blocks that end where they are (EOBn), counted until something else has to be coded (Figure G.4, G.9). */
class EndOfBandRun {
  readonly #tokens: TokenBuffer;
  readonly #bits = new Uint8Array(MAX_CORRECTIONS + 64);
  #blocks = 0;
  /** Correction bits waiting, those of the block at hand behind those of the run. */
  corrections = 0;

  constructor(tokens: TokenBuffer) {
    this.#tokens = tokens;
  }

  /** The block at hand has nothing more in the band. */
  extend(): void {
    this.#blocks += 1;
    if (this.#blocks === LONGEST_RUN || this.corrections > MAX_CORRECTIONS - 64) this.end();
  }

  correct(bit: number): void {
    this.#bits[this.corrections] = bit;
    this.corrections += 1;
  }

  end(): void {
    this.endBefore(this.corrections);
  }

  /** Codes the run with the first `count` correction bits; the others stay, they belong behind the next symbol. */
  endBefore(count: number): void {
    if (this.#blocks > 0) {
      const size = sizeOf(this.#blocks) - 1;
      this.#tokens.add(TABLE, size << 4, size, this.#blocks - (1 << size));
      this.#blocks = 0;
    }
    if (count === 0) return;
    this.#writeBits(count);
    this.#bits.copyWithin(0, count, this.corrections);
    this.corrections -= count;
  }

  flushCorrections(): void {
    this.#writeBits(this.corrections);
    this.corrections = 0;
  }

  #writeBits(count: number): void {
    for (let at = 0; at < count; at += 15) {
      const end = Math.min(at + 15, count);
      let bits = 0;
      for (let index = at; index < end; index += 1) bits = (bits << 1) | this.#bits[index];
      this.#tokens.add(RAW, 0, end - at, bits);
    }
  }
}
