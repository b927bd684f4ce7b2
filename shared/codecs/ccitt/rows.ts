import { type CcittBits, PEEK_BITS } from './bits.ts';
import { BLACK_RUNS, HORIZONTAL, PASS, type RunCodes, VERTICAL, WHITE_RUNS } from './codes.ts';

/**
 * One coded row as the positions of its changing elements, where white turns to black, black to white, and so
 * on: strictly ascending and below the row's width. Even entries begin black, odd ones white.
 */

// Lookup by the next 13 bits: `value << 4 | bits of the code word`, 0 for invalid codes.
const WHITE_TABLE = runTable(WHITE_RUNS);
const BLACK_TABLE = runTable(BLACK_RUNS);
const MODE_TABLE = codeTable([
  [PASS, 1],
  [HORIZONTAL, 2],
  ...[...VERTICAL].map(([offset, code]): [string, number] => [code, 6 + offset]),
]);

/** Values of `MODE_TABLE`; any other is `VERTICAL_0` plus the distance of a1 to the right of b1. */
const PASS_MODE = 1;
const HORIZONTAL_MODE = 2;
const VERTICAL_0 = 6;

/** Entries equal to the width after the last change, so that b1 and b2 always exist. */
const SENTINELS = 4;

export class RowReader {
  /** Changes of the last row, then sentinels. */
  row: Int32Array;
  rowLength = 0;
  #previous: Int32Array;
  #previousLength = 0;
  readonly #columns: number;
  readonly #bits: CcittBits;

  /** `codedBits`: an upper limit for changes, since each takes a bit. */
  constructor(bits: CcittBits, columns: number, codedBits: number) {
    this.#bits = bits;
    this.#columns = columns;
    const size = Math.min(columns, codedBits) + SENTINELS + 2;
    this.row = new Int32Array(size).fill(columns);
    this.#previous = new Int32Array(size).fill(columns);
  }

  /** T.4, 4.1: runs, white first, until the row is full. Returns false if it does not end at its width. */
  readOneDimensional(): boolean {
    this.#beginRow();
    let a0 = 0;
    let table = WHITE_TABLE;
    while (a0 < this.#columns) {
      const run = this.#takeRun(table);
      if (run < 0) return false;
      a0 += run;
      if (a0 > this.#columns) return false;
      this.#addChange(a0);
      table = table === WHITE_TABLE ? BLACK_TABLE : WHITE_TABLE;
    }
    return this.#endRow();
  }

  /** T.4, 4.2 and T.6, 2.2: modes relative to the row above. Returns false if it does not end at its width. */
  readTwoDimensional(): boolean {
    this.#beginRow();
    const columns = this.#columns;
    const above = this.#previous;
    let a0 = 0;
    let white = true;
    // b1, the first change above to the right of a0 of the color opposite to a0's: even indexes turn black.
    let b1 = 0;
    while (a0 < columns) {
      const entry = MODE_TABLE[this.#bits.peek()]!;
      if (entry === 0) return false;
      this.#bits.position += entry & 15;
      const mode = entry >> 4;

      if (mode === PASS_MODE) {
        a0 = above[b1 + 1]!;
      } else if (mode === HORIZONTAL_MODE) {
        const first = this.#takeRun(white ? WHITE_TABLE : BLACK_TABLE);
        const second = first < 0 ? -1 : this.#takeRun(white ? BLACK_TABLE : WHITE_TABLE);
        if (second < 0 || a0 + first + second > columns) return false;
        this.#addChange(a0 + first);
        a0 += first + second;
        this.#addChange(a0);
      } else {
        const a1 = above[b1]! + mode - VERTICAL_0;
        // Only at the start of a row may a1 equal a0: the row begins black.
        if (a1 < a0 || (a1 === a0 && a0 > 0) || a1 > columns) return false;
        this.#addChange(a1);
        a0 = a1;
        white = !white;
        // The change before b1 has the required color, and a1 may be left of it.
        b1 += b1 > 0 ? -1 : 1;
      }
      while (above[b1]! <= a0 && above[b1]! < columns) b1 += 2;
    }
    return this.#endRow();
  }

  repeatPrevious(): void {
    this.row.set(this.#previous.subarray(0, this.#previousLength + SENTINELS));
    this.rowLength = this.#previousLength;
  }

  /** Sets the row to all white. */
  makeWhite(): void {
    this.rowLength = 0;
    this.#endRow();
  }

  /** -1 if no code word matches or the run is longer than a row. */
  #takeRun(table: Uint16Array): number {
    let run = 0;
    for (;;) {
      const entry = table[this.#bits.peek()]!;
      if (entry === 0) return -1;
      this.#bits.position += entry & 15;
      const part = entry >> 4;
      run += part;
      if (part < 64) return run;
      if (run > this.#columns) return -1;
    }
  }

  #beginRow(): void {
    const recycled = this.#previous;
    this.#previous = this.row;
    this.#previousLength = this.rowLength;
    this.row = recycled;
    this.rowLength = 0;
  }

  /** A run of length 0 in the middle of a row merges its neighbors: then nothing changes there. */
  #addChange(position: number): void {
    const last = this.rowLength - 1;
    if (last >= 0 && this.row[last] === position) this.rowLength = last;
    else this.row[this.rowLength++] = position;
  }

  #endRow(): boolean {
    // The end of a row is not a change.
    while (this.rowLength > 0 && this.row[this.rowLength - 1] === this.#columns) this.rowLength -= 1;
    this.row.fill(this.#columns, this.rowLength, this.rowLength + SENTINELS);
    return !this.#bits.overrun;
  }
}

/** Paints the black runs of a row into zeroed, packed bytes. */
export function fillRuns(
  bytes: Uint8Array,
  rowStart: number,
  changes: Int32Array,
  count: number,
  columns: number,
): void {
  for (let i = 0; i < count; i += 2) {
    const begin = changes[i]!;
    const end = i + 1 < count ? changes[i + 1]! : columns;
    fillBits(bytes, rowStart, begin, end);
  }
}

function fillBits(bytes: Uint8Array, rowStart: number, begin: number, end: number): void {
  const first = rowStart + (begin >> 3);
  const last = rowStart + ((end - 1) >> 3);
  const firstMask = 0xff >> (begin & 7);
  const lastMask = 0xff00 >> (((end - 1) & 7) + 1);
  if (first === last) {
    bytes[first]! |= firstMask & lastMask;
    return;
  }
  bytes[first]! |= firstMask;
  for (let i = first + 1; i < last; i++) bytes[i] = 0xff;
  bytes[last]! |= lastMask;
}

function runTable({ terminating, makeUp }: RunCodes): Uint16Array {
  return codeTable([
    ...terminating.map((code, run): [string, number] => [code, run]),
    ...makeUp.map((code, index): [string, number] => [code, (index + 1) * 64]),
  ]);
}

function codeTable(codes: readonly (readonly [code: string, value: number])[]): Uint16Array {
  const table = new Uint16Array(1 << PEEK_BITS);
  for (const [code, value] of codes) {
    const unused = PEEK_BITS - code.length;
    const first = Number.parseInt(code, 2) << unused;
    table.fill((value << 4) | code.length, first, first + (1 << unused));
  }
  return table;
}
