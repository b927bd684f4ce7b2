/**
 * The MQ encoder of ITU-T T.88 Annex E (the same coder as in JPEG 2000): an adaptive binary arithmetic coder
 * whose probability estimate per context moves through a table of 47 states.
 */

/**
 * Table E.1: Qe, next state after a more and a less probable symbol, and whether the sense of the bit is
 * switched.
 */
const STATES: readonly (readonly [qe: number, nmps: number, nlps: number, switches: 0 | 1])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

// A context is one byte, `state << 1 | mps`, which indexes the three tables.
const QE = new Uint16Array(STATES.length * 2);
const AFTER_MPS = new Uint8Array(STATES.length * 2);
const AFTER_LPS = new Uint8Array(STATES.length * 2);
for (const [state, [qe, nmps, nlps, switches]] of STATES.entries()) {
  for (const mps of [0, 1]) {
    const index = (state << 1) | mps;
    QE[index] = qe;
    AFTER_MPS[index] = (nmps << 1) | mps;
    AFTER_LPS[index] = (nlps << 1) | (mps ^ switches);
  }
}

export class ArithmeticEncoder {
  readonly #contexts: Uint8Array;
  #out: Uint8Array<ArrayBuffer>;
  /** Index of B, the byte that a carry may still change; -1 before the first byte. */
  #position = -1;
  /** A, the interval; C, the code register; CT, shifts until the next byte is output (E.2.2). */
  #a = 0x8000;
  #c = 0;
  #ct = 12;

  /** `contextBits`: bits of a context number. `sizeHint`: initial bytes. */
  constructor(contextBits: number, sizeHint: number) {
    this.#contexts = new Uint8Array(1 << contextBits);
    this.#out = new Uint8Array(Math.max(64, sizeHint));
  }

  /** ENCODE (E.2.3 to E.2.6) of one bit. */
  encode(context: number, bit: number): void {
    const index = this.#contexts[context]!;
    const qe = QE[index]!;
    this.#a -= qe;
    if ((index & 1) === bit) {
      if (this.#a & 0x8000) {
        this.#c += qe;
        return;
      }
      if (this.#a < qe) this.#a = qe;
      else this.#c += qe;
      this.#contexts[context] = AFTER_MPS[index]!;
    } else {
      if (this.#a < qe) this.#c += qe;
      else this.#a = qe;
      this.#contexts[context] = AFTER_LPS[index]!;
    }
    this.#renormalise();
  }

  /** FLUSH (E.2.9): returns the finished data with its end marker FF AC. The encoder cannot be used afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    const top = this.#c + this.#a;
    this.#c |= 0xffff;
    if (this.#c >= top) this.#c -= 0x8000;
    this.#c <<= this.#ct;
    this.#byteOut();
    this.#c <<= this.#ct;
    this.#byteOut();
    if (this.#out[this.#position] !== 0xff) this.#append(0xff);
    this.#append(0xac);
    return this.#out.slice(0, this.#position + 1);
  }

  /** RENORME (E.2.7), with the shifts up to the next byte combined. */
  #renormalise(): void {
    let shifts = Math.clz32(this.#a) - 16;
    this.#a <<= shifts;
    while (shifts >= this.#ct) {
      this.#c <<= this.#ct;
      shifts -= this.#ct;
      this.#byteOut();
    }
    this.#c <<= shifts;
    this.#ct -= shifts;
  }

  /** BYTEOUT (E.2.8): outputs a byte, resolves a carry into B, and stuffs a bit after FF. */
  #byteOut(): void {
    const carries = this.#c >= 0x8000000 && this.#position >= 0 && this.#out[this.#position] !== 0xff;
    if (carries) {
      this.#out[this.#position]! += 1;
      this.#c &= 0x7ffffff;
    }
    if (this.#position >= 0 && this.#out[this.#position] === 0xff) {
      this.#append(this.#c >> 20);
      this.#c &= 0xfffff;
      this.#ct = 7;
    } else {
      this.#append(this.#c >> 19);
      this.#c &= 0x7ffff;
      this.#ct = 8;
    }
  }

  #append(byte: number): void {
    this.#position += 1;
    if (this.#position === this.#out.length) {
      const grown = new Uint8Array(this.#out.length * 2);
      grown.set(this.#out);
      this.#out = grown;
    }
    this.#out[this.#position] = byte;
  }
}
