import { bandMask, type CodableComponent, type CodableFrame } from '../format/codable.ts';
import type { Band } from '../read/progressive-decoder.ts';
import { MAX_AC_SIZE } from '../read/sequential-decoder.ts';
import {
  acTableOf,
  addDc,
  eachBlock,
  sizeOf,
  UnwritableCoefficient,
  valueBits,
} from './sequential-tokens.ts';
import { RAW, type TokenSink } from './tokens.ts';

/** The high bits of DC coefficients: shifted, then predicted (T.81, G.1.2.1). */
export function dcFirstTokens(
  frame: CodableFrame,
  components: readonly CodableComponent[],
  low: number,
  tokens: TokenSink,
): void {
  const predictions = new Int32Array(4);
  eachBlock(frame, components, ({ dc }, index, block) => {
    tokens.makeRoom();
    const value = dc[block] >> low;
    addDc(tokens, index, value - predictions[index]);
    predictions[index] = value;
  });
  tokens.flush();
}

/** Bit `low` of every DC coefficient (G.1.2.1.1). */
export function dcRefineTokens(
  frame: CodableFrame,
  components: readonly CodableComponent[],
  low: number,
  tokens: TokenSink,
): void {
  eachBlock(frame, components, ({ dc }, _index, block) => {
    tokens.makeRoom();
    tokens.add(RAW, 0, 1, (dc[block] >> low) & 1);
  });
  tokens.flush();
}

/** Which block rows of a component are coded: all of them, or every so manieth to compare scans on a sample. */
export interface RowStep {
  readonly rowStep: number;
}

/** The high bits of a band of AC coefficients: magnitudes shifted (G.1.2.2). */
export function acFirstTokens(
  component: CodableComponent,
  { first, last }: Band,
  low: number,
  { rowStep }: RowStep,
  tokens: TokenSink,
): void {
  const { coefficients, nonZero, blocksHigh, blocksWide, stride } = component;
  const blocks = new EndOfBandRun(tokens);
  const masks = [bandMask(first, last, 0), bandMask(first, last, 1)];
  for (let row = 0; row < blocksHigh; row += rowStep) {
    for (let column = 0; column < blocksWide; column += 1) {
      tokens.makeRoom();
      const block = row * stride + column;
      let before = first - 1;
      for (let word = 0; word < 2; word += 1) {
        let waiting = nonZero[block * 2 + word] & masks[word];
        while (waiting !== 0) {
          const bit = Math.clz32(waiting);
          waiting &= ~(0x80000000 >>> bit);
          const k = word * 32 + bit;
          const coefficient = coefficients[block * 64 + k];
          const magnitude = (coefficient < 0 ? -coefficient : coefficient) >> low;
          if (magnitude === 0) continue;
          blocks.end();
          let run = k - before - 1;
          before = k;
          for (; run > 15; run -= 16) tokens.add(TABLE, 0xf0, 0, 0);
          const size = sizeOf(magnitude);
          if (size > MAX_AC_SIZE) throw new UnwritableCoefficient();
          tokens.add(
            TABLE,
            (run << 4) | size,
            size,
            valueBits(coefficient < 0 ? -magnitude : magnitude, size),
          );
        }
      }
      if (before < last) blocks.extend();
    }
  }
  blocks.end();
  tokens.flush();
}

/** Bit `low` of every AC coefficient of a band (G.1.2.3, Figures G.7 to G.9). */
export function acRefineTokens(
  component: CodableComponent,
  { first, last }: Band,
  low: number,
  { rowStep }: RowStep,
  tokens: TokenSink,
): void {
  const { coefficients, nonZero, blocksHigh, blocksWide, stride } = component;
  const blocks = new EndOfBandRun(tokens);
  const masks = [bandMask(first, last, 0), bandMask(first, last, 1)];
  // The coefficients of a block that are not zero at this bit: index and magnitude.
  const indices = new Uint8Array(64);
  const magnitudes = new Uint16Array(64);
  for (let row = 0; row < blocksHigh; row += rowStep) {
    for (let column = 0; column < blocksWide; column += 1) {
      tokens.makeRoom();
      const block = row * stride + column;
      let count = 0;
      // "newly nonzero" coefficients have nothing above this bit.
      let lastNew = -1;
      for (let word = 0; word < 2; word += 1) {
        let waiting = nonZero[block * 2 + word] & masks[word];
        while (waiting !== 0) {
          const bit = Math.clz32(waiting);
          waiting &= ~(0x80000000 >>> bit);
          const k = word * 32 + bit;
          const coefficient = coefficients[block * 64 + k];
          const magnitude = (coefficient < 0 ? -coefficient : coefficient) >> low;
          if (magnitude === 0) continue;
          if (magnitude === 1) lastNew = count;
          indices[count] = k;
          magnitudes[count] = magnitude;
          count += 1;
        }
      }

      let ofRun = blocks.corrections;
      // Zeros count from the last coded symbol on; coefficients that are known already lie between them.
      let run = 0;
      let before = first - 1;
      for (let index = 0; index < count; index += 1) {
        const k = indices[index];
        run += k - before - 1;
        before = k;
        // Runs of 16 are only coded while a new value follows; else the end of the band says it all.
        while (run > 15 && index <= lastNew) {
          blocks.endBefore(ofRun);
          tokens.add(TABLE, 0xf0, 0, 0);
          blocks.flushCorrections();
          ofRun = 0;
          run -= 16;
        }
        if (magnitudes[index] > 1) {
          blocks.correct(magnitudes[index] & 1);
          continue;
        }
        blocks.endBefore(ofRun);
        tokens.add(TABLE, (run << 4) | 1, 1, coefficients[block * 64 + k] < 0 ? 0 : 1);
        blocks.flushCorrections();
        ofRun = 0;
        run = 0;
      }
      if (run + last - before > 0 || blocks.corrections > ofRun) blocks.extend();
    }
  }
  blocks.end();
  tokens.flush();
}

const TABLE = acTableOf(0);

/** Correction bits that may wait for the end of a run; a run is ended early beyond it. */
const MAX_CORRECTIONS = 16384;
const LONGEST_RUN = 0x7fff;

/** Blocks that end where they are (EOBn), counted until something else has to be coded (Figure G.4, G.9). */
class EndOfBandRun {
  readonly #tokens: TokenSink;
  readonly #bits = new Uint8Array(MAX_CORRECTIONS + 64);
  #blocks = 0;
  /** Correction bits waiting, those of the block at hand behind those of the run. */
  corrections = 0;

  constructor(tokens: TokenSink) {
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
