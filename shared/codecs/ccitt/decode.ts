import { type Bitmap, bytesPerRow, complementRows } from '../bitmap.ts';
import { CcittBits } from './bits.ts';
import { fillRuns, RowReader } from './rows.ts';

/** The parameters of CCITTFaxDecode (ISO 32000-1, table 11). */
export interface CcittParams {
  /** Below 0: two-dimensional (Group 4). 0: one-dimensional (Group 3). Above 0: mixed (Group 3). */
  readonly k: number;
  /** EOL patterns are required before each row; if false they are accepted. */
  readonly endOfLine: boolean;
  readonly encodedByteAlign: boolean;
  /** Pixels. */
  readonly columns: number;
  /** Rows of the data; 0 if only the end-of-block pattern or the end of the data tells. */
  readonly rows: number;
  /** The data continues to its end-of-block pattern, whatever `rows` says. */
  readonly endOfBlock: boolean;
  /** Black pixels are 1 in the PDF's samples. A `Bitmap` corresponds to samples, so it is inverted. */
  readonly blackIs1: boolean;
  /** Tolerated damaged rows; they are replaced by the row above, or by white after another damaged one. */
  readonly damagedRowsBeforeError: number;
}

/** Default values of the entries. */
export const CCITT_DEFAULTS: CcittParams = {
  k: 0,
  endOfLine: false,
  encodedByteAlign: false,
  columns: 1728,
  rows: 0,
  endOfBlock: true,
  blackIs1: false,
  damagedRowsBeforeError: 0,
};

export interface DecodedCcitt {
  /** The decoded rows, at most `maxRows`. */
  readonly bitmap: Bitmap;
  /** Something could not be read, or some of `rows` are missing. */
  readonly damaged: boolean;
}

type RowOutcome = 'row' | 'damaged-row' | 'end' | 'error';

/**
 * Decodes ITU-T T.4 (Group 3) and T.6 (Group 4). Stops at `maxRows`, usually the image's `/Height`: viewers
 * draw no more, and the rest is often padding. Needs at most `columns` x `maxRows` bits of memory, which the
 * caller limits. Never throws for bad data.
 */
export function decodeCcitt(data: Uint8Array, params: CcittParams, maxRows: number): DecodedCcitt {
  const { columns, rows, endOfBlock, blackIs1 } = params;
  const wantedRows = !endOfBlock && rows > 0 ? Math.min(rows, maxRows) : maxRows;
  const canvas = new Canvas(columns, wantedRows);
  const decoder = new CcittDecoder(data, params);

  let damaged = false;
  while (canvas.height < wantedRows) {
    const outcome = decoder.nextRow();
    if (outcome !== 'row' && outcome !== 'end') damaged = true;
    if (outcome === 'end' || outcome === 'error') break;
    canvas.addRow(decoder.changes, decoder.changeCount);
  }
  if (canvas.height < Math.min(rows, maxRows)) damaged = true;

  const { height } = canvas;
  const packed = canvas.packedRows();
  const bits = blackIs1 ? complementRows(packed, columns, height) : packed;
  return { bitmap: { width: columns, height, data: bits }, damaged };
}

/** Decodes row by row: alignment, EOL patterns, tag bits, end of block, and recovery after damage. */
class CcittDecoder {
  readonly #bits: CcittBits;
  readonly #params: CcittParams;
  readonly #reader: RowReader;
  #damagedRows = 0;
  #previousDamaged = false;
  #started = false;

  constructor(data: Uint8Array, params: CcittParams) {
    this.#bits = new CcittBits(data);
    this.#params = params;
    this.#reader = new RowReader(this.#bits, params.columns, data.length * 8);
  }

  /** Positions of color changes in the last row, white first; `changeCount` of them. */
  get changes(): Int32Array {
    return this.#reader.row;
  }

  get changeCount(): number {
    return this.#reader.rowLength;
  }

  nextRow(): RowOutcome {
    const { k } = this.#params;
    if (k < 0) return this.#nextGroup4Row();
    const begin = this.#beginGroup3Row();
    if (begin !== 'row') return begin;
    // "the next line is one-dimensionally coded": a tag bit 1 after EOL (T.4, 4.2.2).
    const oneDimensional = k === 0 || this.#bits.take(1) === 1;
    const complete = oneDimensional ? this.#reader.readOneDimensional() : this.#reader.readTwoDimensional();
    if (!complete) return this.#replaceDamagedRow();
    this.#previousDamaged = false;
    return 'row';
  }

  #nextGroup4Row(): RowOutcome {
    if (this.#params.encodedByteAlign) this.#bits.align();
    // Half of an EOFB is enough: no row begins with an EOL.
    if (this.#bits.atEndOfLine() || this.#bits.exhausted) return 'end';
    return this.#reader.readTwoDimensional() ? 'row' : 'error';
  }

  /** Consumes fill and EOL before a row. Consecutive EOLs are the return to control (T.4, 4.1.4). */
  #beginGroup3Row(): RowOutcome {
    const { endOfLine, encodedByteAlign } = this.#params;
    // An EOL may end, not begin, on a byte boundary: its zeros must not be skipped as padding.
    if (encodedByteAlign && !endOfLine) this.#bits.align();
    const found = this.#bits.takeEndOfLine();
    if (found && this.#isReturnToControl()) return 'end';
    if (this.#bits.exhausted) return 'end';
    if (!found && endOfLine && this.#started) return this.#replaceDamagedRow();
    if (!found && encodedByteAlign) this.#bits.align();
    this.#started = true;
    return 'row';
  }

  /** Checks for another EOL after an EOL; with K above 0 a tag bit 1 is between them. */
  #isReturnToControl(): boolean {
    return this.#bits.atEndOfLine(this.#params.k > 0 ? 1 : 0);
  }

  /** "substituting decoded data from the previous row if [it] was not damaged, or a white scan line if [it] was" */
  #replaceDamagedRow(): RowOutcome {
    this.#damagedRows += 1;
    const { damagedRowsBeforeError } = this.#params;
    if (this.#damagedRows > damagedRowsBeforeError || !this.#bits.skipToEndOfLine()) return 'error';
    if (this.#previousDamaged) this.#reader.makeWhite();
    else this.#reader.repeatPrevious();
    this.#previousDamaged = true;
    return 'damaged-row';
  }
}

/** Packed rows that grow with the data, not with the declared size. */
class Canvas {
  height = 0;
  readonly #columns: number;
  readonly #stride: number;
  readonly #maxRows: number;
  #bytes: Uint8Array<ArrayBuffer>;

  constructor(columns: number, maxRows: number) {
    this.#columns = columns;
    this.#stride = bytesPerRow(columns);
    this.#maxRows = maxRows;
    this.#bytes = new Uint8Array(this.#stride * Math.min(maxRows, 64));
  }

  addRow(changes: Int32Array, count: number): void {
    if ((this.height + 1) * this.#stride > this.#bytes.length) {
      const grown = new Uint8Array(this.#stride * Math.min(this.#maxRows, this.height * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    fillRuns(this.#bytes, this.height * this.#stride, changes, count, this.#columns);
    this.height += 1;
  }

  packedRows(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.height * this.#stride);
  }
}
