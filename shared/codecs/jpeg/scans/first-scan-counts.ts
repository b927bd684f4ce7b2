import type { CodableComponent } from '../format/codable.ts';
import { MAX_AC_SIZE } from '../read/sequential-decoder.ts';
import { sizeOf, UnwritableCoefficient } from './sequential-tokens.ts';

/** What a scan of one table is made of, by symbol, and how many bits follow the codes. */
export interface SymbolCounts {
  readonly counts: Uint32Array;
  readonly bits: number;
}

/** First coefficients of the segments that bands are put together from. */
const STARTS = [1, 3, 6, 9, 13, 19];
const SEGMENTS = STARTS.length;
const SEGMENT_OF = Uint8Array.from(
  { length: 64 },
  (_, k) => STARTS.filter((start) => start <= Math.max(1, k)).length - 1,
);
/** By coefficient: the segment it is the last one of, as a bit; else 0. */
const ENDS = Uint8Array.from({ length: 64 }, (_, k) =>
  k === 63 || SEGMENT_OF[k] !== SEGMENT_OF[k + 1] ? 1 << SEGMENT_OF[k] : 0,
);

/** Where a band may be divided: first coefficients of the second part. */
export const SPLITS = STARTS.slice(1);

const LONGEST_RUN = 0x7fff;

/**
 * Symbols of the first scan of a component's AC coefficients (T.81, G.1.2.2), shifted by `low`, for the whole band and
 * for each way to divide it in two, counted in one walk over every `rowStep`th block row.
 */
export class FirstScanCounts {
  /** By segment << 8 | symbol, runs counted from the coefficient before in any segment. */
  readonly #symbols = new Uint32Array(SEGMENTS << 8);
  /** Of them, those whose run begins before the segment; and the same with the run counted from its start. */
  readonly #entering = new Uint32Array(SEGMENTS << 8);
  readonly #shortened = new Uint32Array(SEGMENTS << 8);
  readonly #valueBits = new Float64Array(SEGMENTS);
  readonly #runs = new EndOfBandRuns();

  constructor(component: CodableComponent, low: number, rowStep: number) {
    const { blocksHigh, blocksWide, stride } = component;
    for (let row = 0; row < blocksHigh; row += rowStep) {
      const start = row * stride;
      for (let block = start; block < start + blocksWide; block += 1) this.#countBlock(component, block, low);
    }
    this.#runs.finish();
  }

  get whole(): SymbolCounts {
    return this.#band(0, SEGMENTS, 0);
  }

  /** The parts before and from `SPLITS[split]` on. */
  divided(split: number): readonly [SymbolCounts, SymbolCounts] {
    const segment = split + 1;
    const before = this.#band(0, segment, split * 2 + 1);
    const after = this.#band(segment, SEGMENTS, split * 2 + 2);
    for (let symbol = 0, at = segment << 8; symbol < 256; symbol += 1, at += 1) {
      after.counts[symbol] += this.#shortened[at] - this.#entering[at];
    }
    return [before, after];
  }

  #band(first: number, end: number, band: number): SymbolCounts {
    const counts = new Uint32Array(256);
    let bits = this.#runs.bitsOf(band);
    for (let segment = first; segment < end; segment += 1) {
      bits += this.#valueBits[segment];
      const at = segment << 8;
      for (let symbol = 0; symbol < 256; symbol += 1) counts[symbol] += this.#symbols[at + symbol];
    }
    this.#runs.addTo(counts, band);
    return { counts, bits };
  }

  #countBlock({ coefficients, nonZero }: CodableComponent, block: number, low: number): void {
    let before = 0;
    let segmentBefore = 0;
    let occupied = 0;
    let ended = 0;
    for (let word = 0; word < 2; word += 1) {
      let waiting = nonZero[block * 2 + word];
      // DC is no part of it.
      if (word === 0) waiting &= 0x7fffffff;
      while (waiting !== 0) {
        const bit = Math.clz32(waiting);
        waiting &= ~(0x80000000 >>> bit);
        const k = word * 32 + bit;
        const coefficient = coefficients[block * 64 + k];
        const magnitude = (coefficient < 0 ? -coefficient : coefficient) >> low;
        if (magnitude === 0) continue;
        const size = sizeOf(magnitude);
        if (size > MAX_AC_SIZE) throw new UnwritableCoefficient();
        const run = k - before - 1;
        const segment = SEGMENT_OF[k];
        count(this.#symbols, segment, run, size);
        this.#valueBits[segment] += size;
        for (; segmentBefore < segment; segmentBefore += 1) {
          count(this.#entering, segmentBefore + 1, run, size);
          count(this.#shortened, segmentBefore + 1, k - STARTS[segmentBefore + 1], size);
        }
        occupied |= 1 << segment;
        ended |= ENDS[k];
        before = k;
      }
    }
    this.#runs.block(occupied, ended);
  }
}

/** A run of zeros with the value behind it; each 16 zeros before take a symbol of their own. */
function count(symbols: Uint32Array, segment: number, run: number, size: number): void {
  const at = segment << 8;
  symbols[at | ((run & 15) << 4) | size] += 1;
  if (run > 15) symbols[at | 0xf0] += run >> 4;
}

/** Bands: the whole one, then for each split the part before and the part from it on. */
const BANDS = 1 + 2 * SPLITS.length;
/** By band: its segments, and the one that it ends with, as bits. */
const SEGMENTS_OF_BAND = Uint8Array.from({ length: BANDS }, (_, band) => {
  const all = (1 << SEGMENTS) - 1;
  const below = (1 << ((band + 1) >> 1)) - 1;
  if (band === 0) return all;
  return band % 2 === 1 ? below : all & ~below;
});
const LAST_OF_BAND = SEGMENTS_OF_BAND.map((segments) => 1 << (31 - Math.clz32(segments)));
/** By the segments that have something: the bands that do. */
const BANDS_WITH = Uint16Array.from({ length: 1 << SEGMENTS }, (_, occupied) =>
  SEGMENTS_OF_BAND.reduce(
    (bands, segments, band) => bands | ((segments & occupied) !== 0 ? 1 << band : 0),
    0,
  ),
);

/** The runs of blocks that end where they are (EOBn), in each band. */
class EndOfBandRuns {
  /** By band << 4 | n, the size of a run. */
  readonly #counts = new Uint32Array(BANDS << 4);
  /** By band: bits that tell the lengths of runs. */
  readonly #bits = new Float64Array(BANDS);
  /** By band: the first block of the run. */
  readonly #starts = new Int32Array(BANDS);
  #blocks = 0;

  /** @param occupied segments that have something @param ended those whose last coefficient is something */
  block(occupied: number, ended: number): void {
    let bands = BANDS_WITH[occupied];
    while (bands !== 0) {
      const band = 31 - Math.clz32(bands);
      bands ^= 1 << band;
      this.#endRun(band);
      this.#starts[band] = (ended & LAST_OF_BAND[band]) !== 0 ? this.#blocks + 1 : this.#blocks;
    }
    this.#blocks += 1;
  }

  finish(): void {
    for (let band = 0; band < BANDS; band += 1) this.#endRun(band);
  }

  addTo(counts: Uint32Array, band: number): void {
    for (let size = 0; size < 16; size += 1) counts[size << 4] += this.#counts[(band << 4) | size];
  }

  bitsOf(band: number): number {
    return this.#bits[band];
  }

  #endRun(band: number): void {
    for (let run = this.#blocks - this.#starts[band]; run > 0; run -= LONGEST_RUN) {
      const size = 31 - Math.clz32(Math.min(run, LONGEST_RUN));
      this.#counts[(band << 4) | size] += 1;
      this.#bits[band] += size;
    }
  }
}
