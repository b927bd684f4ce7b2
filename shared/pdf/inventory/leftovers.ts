/** Classifies bytes between the objects that were read: old revisions, cross-references, junk. */
import { indexOf, isDigit, isWhite } from '../bytes.ts';
import { type Linearization, linearizationOf } from '../read/linearization.ts';
import { startOfObjectHeader } from '../read/scan-file.ts';

export interface Leftovers {
  /** Bytes of unreferenced objects. */
  unusedBytes: number;
  /** Cross-reference sections that a `startxref` refers to; the first of a linearized file has none. */
  sections: number;
}

/** "startxref 9". The bytes after nearly every object are fewer: `endobj` between line ends. */
const MIN_BYTES = 11;

/** Counts the bytes in [from, to), which contains no object that was read. */
export class LeftoverCounter implements Leftovers {
  unusedBytes = 0;
  sections = 0;
  readonly linearization: Linearization | null;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.linearization = linearizationOf(bytes);
  }

  add(from: number, to: number): void {
    if (to - from < MIN_BYTES) return;
    for (let at = from; at < to; ) {
      const start = nextHeader(this.#bytes, at, to);
      this.#countSections(at, start);
      const end = endOfObject(this.#bytes, start, to);
      if (start < to && !this.#isFileSyntax(start, end)) this.unusedBytes += end - start;
      at = end;
    }
  }

  /** Objects that serve the file, not the document: they are in use without a reference. */
  #isFileSyntax(start: number, end: number): boolean {
    if (start === this.linearization?.hintsAt) return true;
    const data = indexOf(this.#bytes, 'stream', start, end);
    const dictEnd = data < 0 ? end : data;
    return ['/XRef', '/Linearized'].some((word) => indexOf(this.#bytes, word, start, dictEnd) >= 0);
  }

  #countSections(from: number, to: number): void {
    const word = 'startxref';
    for (let at = indexOf(this.#bytes, word, from, to); at >= 0; at = indexOf(this.#bytes, word, at, to)) {
      at += word.length;
      while (at < to && isWhite(this.#bytes[at]!)) at += 1;
      if (isDigit(this.#bytes[at]!) && this.#bytes[at] !== 0x30) this.sections += 1;
    }
  }
}

/** Returns the start of the next `n g obj`, or `to`. */
function nextHeader(bytes: Uint8Array, from: number, to: number): number {
  for (let at = indexOf(bytes, 'obj', from, to); at >= 0; at = indexOf(bytes, 'obj', at + 3, to)) {
    const start = startOfObjectHeader(bytes, at);
    if (start >= from) return start;
  }
  return to;
}

/** Returns the position after the `endobj` of the object at `start`, or `to`. */
function endOfObject(bytes: Uint8Array, start: number, to: number): number {
  const closing = indexOf(bytes, 'endobj', start, to);
  if (closing < 0) return to;
  const data = indexOf(bytes, 'stream', start, closing);
  // The data of a stream may contain the word by chance.
  const dataEnd = data < 0 ? -1 : indexOf(bytes, 'endstream', data, to);
  const end = dataEnd < 0 ? closing : indexOf(bytes, 'endobj', dataEnd, to);
  return end < 0 ? to : end + 'endobj'.length;
}
