/** Thrown for invalid data. */
export class Damaged extends Error {}

export function demand(isTrue: boolean): void {
  if (!isTrue) throw new Damaged();
}

/** Bits of one segment of entropy-coded data. */
export class Bits {
  readonly #bytes: readonly number[];
  #position = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.#position;
  }

  next(count: number): number {
    demand(count <= this.left);
    let value = 0;
    for (let each = 0; each < count; each += 1) {
      value = value * 2 + ((this.#bytes[this.#position >> 3]! >> (7 - (this.#position & 7))) & 1);
      this.#position += 1;
    }
    return value;
  }

  /** A value of this many bits (T.81, F.2.2.1). */
  value(size: number): number {
    const bits = this.next(size);
    return size > 0 && bits < 2 ** (size - 1) ? bits - 2 ** size + 1 : bits;
  }

  symbol(codes: ReadonlyMap<string, number>): number {
    for (let code = ''; code.length < 16; ) {
      code += this.next(1);
      const symbol = codes.get(code);
      if (symbol !== undefined) return symbol;
    }
    throw new Damaged();
  }
}

/** The entropy-coded data of a scan, split at restart markers (T.81, B.1.1.5). */
export interface Segments {
  readonly segments: readonly Bits[];
  /** Offset of the marker after it, or the file's length. */
  readonly end: number;
}

export function segmentsAt(file: Uint8Array, start: number): Segments {
  const segments: number[][] = [[]];
  let at = start;
  for (; at < file.length; at += 1) {
    const next = file[at + 1];
    if (file[at] !== 0xff || next === undefined) {
      segments.at(-1)!.push(file[at]!);
    } else if (next === 0) {
      segments.at(-1)!.push(0xff);
      at += 1;
    } else if (next >= 0xd0 && next <= 0xd7) {
      demand((next & 7) === (segments.length - 1) % 8);
      segments.push([]);
      at += 1;
    } else if (next !== 0xff) {
      break;
    }
  }
  // A restart marker after the last interval, as some scanners write it, is ignored.
  if (segments.length > 1 && segments.at(-1)!.length === 0) segments.pop();
  return { segments: segments.map((bytes) => new Bits(bytes)), end: at };
}
