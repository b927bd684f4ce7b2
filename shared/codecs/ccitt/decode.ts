import { type Bitmap, bytesPerRow, complementRows } from '../bitmap.ts';
import { CcittBits } from './bits.ts';
import { fillRuns, RowReader } from './rows.ts';

/** The parameters of CCITTFaxDecode (ISO 32000-1, table 11). */
export interface CcittParams {
  /** Below 0: two-dimensional (Group 4). 0: one-dimensional (Group 3). Above 0: mixed (Group 3). */
  readonly k: number;
  /** EOL patterns are required before each row; without it they are accepted. */
  readonly endOfLine: boolean;
  readonly encodedByteAlign: boolean;
  /** Pixels. */
  readonly columns: number;
  /** Rows of the data; 0 when only the end-of-block pattern or the end of the data tells. */
  readonly rows: number;
  /** The data goes on to its end-of-block pattern, whatever `rows` says. */
  readonly endOfBlock: boolean;
  /** Black pixels are 1 in the PDF's samples. A `Bitmap` stands for samples, so it comes out inverted. */
  readonly blackIs1: boolean;
  /** Damaged rows to bear with before giving up; they are replaced by the row above, or by white after another one. */
  readonly damagedRowsBeforeError: number;
}

/** What an absent entry means. */
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
  /** As many rows as there were, at most `maxRows`. */
  readonly bitmap: Bitmap;
  /** Something could not be read, or rows are missing of those that `rows` promised. */
  readonly damaged: boolean;
}

type RowOutcome = 'row' | 'damaged-row' | 'end' | 'error';

/**
 * Decodes ITU-T T.4 (Group 3) and T.6 (Group 4). Stops at `maxRows`, usually the image's `/Height`: viewers paint no
 * more, and what follows is often padding. Takes `columns` x `maxRows` bits of memory at most, which the caller
 * bounds. Never throws for bad data.
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

/** Walks from row to row: alignment, EOL patterns, tag bits, end of block, and what to do after damage. */
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

  /** Where the color of the last row changes, white first; `changeCount` of them. */
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

  /** Takes fill and EOL before a row. More than one EOL in turn is the return to control (T.4, 4.1.4). */
  #beginGroup3Row(): RowOutcome {
    const { endOfLine, encodedByteAlign } = this.#params;
    // An EOL may end, not begin, on a byte boundary: its zeros must not be taken for padding.
    if (encodedByteAlign && !endOfLine) this.#bits.align();
    const found = this.#bits.takeEndOfLine();
    if (found && this.#isReturnToControl()) return 'end';
    if (this.#bits.exhausted) return 'end';
    if (!found && endOfLine && this.#started) return this.#replaceDamagedRow();
    if (!found && encodedByteAlign) this.#bits.align();
    this.#started = true;
    return 'row';
  }

  /** Looks behind an EOL for the next one; with K above 0 a tag bit 1 lies between them. */
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

/** Packed rows that grow with the data, not with what a header promises. */
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
