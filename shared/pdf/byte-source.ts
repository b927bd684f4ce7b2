/** A range of a file's bytes, with its position. */
export interface ByteWindow {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** A file that need not be in memory as one array. Returned bytes must not be changed. */
export interface ByteSource {
  readonly length: number;
  /** Returns bytes `from` up to `to`, which must exist; copies only if they span pieces. */
  read(from: number, to: number): Uint8Array;
  /** Returns the bytes available at `from` without extra cost, at least `least` of them unless the file ends. */
  window(from: number, least: number): ByteWindow;
}

/** Wraps an array as a source. */
export function sourceOf(file: Uint8Array | ByteSource): ByteSource {
  return file instanceof Uint8Array ? new OneArray(file) : file;
}

/** Returns the whole file as one array, without a copy if it is one already. */
export function wholeBytes(source: ByteSource): Uint8Array {
  return source.read(0, source.length);
}

/**
 * Same memory as a plain array: `slice` of Node's Buffer does not copy, and writing into it would change the
 * file.
 */
function plainView(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

class OneArray implements ByteSource {
  readonly #bytes: Uint8Array;
  readonly #window: ByteWindow;

  constructor(bytes: Uint8Array) {
    this.#bytes = plainView(bytes);
    this.#window = { bytes: this.#bytes, start: 0 };
  }

  get length(): number {
    return this.#bytes.length;
  }

  read(from: number, to: number): Uint8Array {
    return from === 0 && to === this.#bytes.length ? this.#bytes : this.#bytes.subarray(from, to);
  }

  window(): ByteWindow {
    return this.#window;
  }
}

/** A file in consecutive pieces: large data is in memory once, even if other objects hold it. */
export class Pieces implements ByteSource {
  readonly pieces: readonly Uint8Array[];
  /** Start of each piece, then the end of the file. */
  readonly #starts: readonly number[];

  /** @param pieces none may be empty */
  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
    const starts = [0];
    for (const { length } of pieces) starts.push(starts.at(-1)! + length);
    this.#starts = starts;
  }

  get length(): number {
    return this.#starts.at(-1)!;
  }

  read(from: number, to: number): Uint8Array {
    let index = this.#indexAt(from);
    const start = this.#starts[index]!;
    if (from === to) return new Uint8Array();
    if (to <= start + this.pieces[index]!.length)
      return this.pieces[index]!.subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to; index++) {
      const piece = this.pieces[index]!.subarray(at - this.#starts[index]!, to - this.#starts[index]!);
      bytes.set(piece, at - from);
      at += piece.length;
    }
    return bytes;
  }

  window(from: number, least: number): ByteWindow {
    const to = Math.min(this.length, from + least);
    const index = this.#indexAt(from);
    const start = this.#starts[index]!;
    const piece = this.pieces[index];
    if (piece !== undefined && to <= start + piece.length) return { bytes: piece, start };
    return { bytes: this.read(from, to), start: from };
  }

  /** Returns the index of the piece with this byte; the last one for the end of the file. */
  #indexAt(position: number): number {
    let [low, high] = [0, Math.max(0, this.pieces.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
