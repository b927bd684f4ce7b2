import type { DctHeader } from '../format/header.ts';
import { entropyEnd } from '../format/segments.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createWindow, type KernelFrame, SPARE_BYTES } from '../kernel/kernel-frame.ts';
import { type ReadLimits, readableHeader } from './read.ts';
import { ScanReader } from './scan-reader.ts';

/** The current row and its neighbors, which are needed to interpolate chroma of half the height. */
const KEPT_ROWS = 3;

/** Maximum scans read in parallel, each with its tables; progressive files usually have ten. */
const MAX_SCANS = 100;

/**
 * Reads a JPEG's coefficients one row of MCUs at a time, from all its scans in parallel. Memory holds the
 * last three rows, and the file.
 */
export class RowReader {
  readonly header: DctHeader;
  readonly frame: KernelFrame;
  /** Address of free memory, after all other data. */
  readonly freeAt: number;
  /** Addresses of the saved scans. */
  readonly #scans: readonly number[];
  #rowsRead = 0;
  #isDamaged = false;

  private constructor(header: DctHeader, frame: KernelFrame, scans: readonly number[], freeAt: number) {
    this.header = header;
    this.frame = frame;
    this.#scans = scans;
    this.freeAt = freeAt;
  }

  /**
   * Null for files that `readCoefficients` does not support, as far as visible before the data, and for too
   * many scans.
   */
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

  /** Reads the next row. After damage, its place holds data of an earlier row. */
  readRow(): void {
    for (const scan of this.#scans) this.#readRowOf(scan);
    this.#rowsRead += 1;
  }

  /** Reads the rest; returns false unless every coefficient arrived undamaged. */
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
