import { heapOf, type JpegKernel } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';

/** Writes a file into its place behind a frame. */
export class FileWriter {
  readonly #kernel: JpegKernel;
  readonly #start: number;
  #end: number;

  constructor({ kernel, fileAt }: KernelFrame) {
    this.#kernel = kernel;
    this.#start = fileAt;
    this.#end = fileAt;
  }

  append(bytes: ArrayLike<number>): void {
    this.#kernel.reachTo(this.#end + bytes.length);
    heapOf(this.#kernel).set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** A marker segment (T.81, B.1.1.4); its body may have 65533 bytes. Gives the address of that. */
  segment(marker: number, body: ArrayLike<number>): number {
    const length = body.length + 2;
    this.append([0xff, marker, length >> 8, length & 255]);
    const at = this.#end;
    this.append(body);
    return at;
  }

  /** Data of the scan that the kernel was told of, by codes that it took. */
  scanData(kind: number, first: number, last: number, low: number): void {
    this.#end = this.#kernel.writeScan(kind, first, last, low, this.#end) >>> 0;
  }

  /** A copy of just what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return heapOf(this.#kernel).slice(this.#start, this.#end);
  }
}
