import type { DctHeader } from '../format/header.ts';
import { entropyEnd } from '../format/segments.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createWindow, type KernelFrame, SPARE_BYTES } from '../kernel/kernel-frame.ts';
import { type ReadLimits, readableHeader } from './read.ts';
import { ScanReader } from './scan-reader.ts';

/** The row at hand, and its neighbours: colour of half the height is interpolated with them. */
const KEPT_ROWS = 3;

/** Scans that are read side by side, each with its tables; ten are usual in progressive files. */
const MAX_SCANS = 100;

/**
 * Reads a JPEG's coefficients a row of MCUs at a time, from all of its scans side by side. Those of the last three rows are in
 * memory, and the file.
 */
export class RowReader {
  readonly header: DctHeader;
  readonly frame: KernelFrame;
  /** Memory that is free, behind all else. */
  readonly freeAt: number;
  /** Where the scans are kept. */
  readonly #scans: readonly number[];
  #rowsRead = 0;
  #isDamaged = false;

  private constructor(header: DctHeader, frame: KernelFrame, scans: readonly number[], freeAt: number) {
    this.header = header;
    this.frame = frame;
    this.#scans = scans;
    this.freeAt = freeAt;
  }

  /** Null for what `readCoefficients` does not read either, as far as it is seen before the data, and for very many scans. */
  static open(bytes: Uint8Array, limits: ReadLimits): RowReader | null {
    const readable = readableHeader(bytes, limits);
    if (readable === null) return null;
    const { header, shape } = readable;
    const frame = createWindow(shape, bytes.length, KEPT_ROWS);
    const { kernel, fileAt } = frame;
    heapOf(kernel).set(bytes, fileAt);
    const scans: number[] = [];
    const keptBytes = kernel.keptScanBytes();
    let freeAt = Math.ceil((fileAt + bytes.length + SPARE_BYTES) / 16) * 16;
    const areBegun = new ScanReader(bytes, header, frame).readAll((start) => {
      if (scans.length === MAX_SCANS) return null;
      scans.push(freeAt);
      kernel.reachTo(freeAt + keptBytes);
      kernel.keepScan(freeAt);
      freeAt += keptBytes;
      return entropyEnd(bytes, start);
    });
    return areBegun ? new RowReader(header, frame, scans, freeAt) : null;
  }

  get rowsRead(): number {
    return this.#rowsRead;
  }

  /** Takes the next row. Of damaged data there is none: what lies in its place is of an earlier one. */
  readRow(): void {
    for (const scan of this.#scans) this.#readRowOf(scan);
    this.#rowsRead += 1;
  }

  /** Reads what is left; false where not every coefficient came undamaged. */
  finish(): boolean {
    while (this.#rowsRead < this.frame.mcusHigh && !this.#isDamaged) this.readRow();
    return !this.#isDamaged && this.#scans.every((scan) => this.#isDone(scan));
  }

  #readRowOf(scan: number): void {
    if (this.#isDamaged) return;
    const { kernel } = this.frame;
    kernel.resumeScan(scan);
    this.#isDamaged = kernel.readRows(this.#rowsRead, this.#rowsRead + 1) === 0;
    kernel.leaveScan(scan);
  }

  #isDone(scan: number): boolean {
    const { kernel } = this.frame;
    kernel.resumeScan(scan);
    return kernel.closeScan() !== 0;
  }
}
