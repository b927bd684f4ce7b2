import { type ByteSource, sourceOf, wholeBytes } from '../byte-source.ts';
import { indexOf } from '../bytes.ts';

/** Finds a word repeatedly in the same bytes, with a single pass over them. */
export class WordIndex {
  readonly #source: ByteSource;
  readonly #word: string;
  #positions: readonly number[] | undefined;

  constructor(file: Uint8Array | ByteSource, word: string) {
    this.#source = sourceOf(file);
    this.#word = word;
  }

  /** Returns the first position at or after `from`, or -1. */
  next(from: number): number {
    this.#positions ??= this.#all();
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#positions[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low < this.#positions.length ? this.#positions[low]! : -1;
  }

  #all(): number[] {
    const positions: number[] = [];
    // Only damaged files are searched, and those must be in memory.
    const bytes = wholeBytes(this.#source);
    for (let at = indexOf(bytes, this.#word, 0); at >= 0; at = indexOf(bytes, this.#word, at + 1)) {
      positions.push(at);
    }
    return positions;
  }
}
