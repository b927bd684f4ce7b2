import { heapOf, type JpegKernel } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';

/** Writes a file into its place after a frame. */
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

  /** Writes a marker segment (T.81, B.1.1.4) with a body of up to 65533 bytes. Returns the address of the body. */
  segment(marker: number, body: ArrayLike<number>): number {
    const length = body.length + 2;
    this.append([0xff, marker, length >> 8, length & 255]);
    const at = this.#end;
    this.append(body);
    return at;
  }

  /** Writes data of the scan set in the kernel, with the codes set there. */
  scanData(kind: number, first: number, last: number, low: number): void {
    this.#end = this.#kernel.writeScan(kind, first, last, low, this.#end) >>> 0;
  }

  /** Returns a copy of exactly the written bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return heapOf(this.#kernel).slice(this.#start, this.#end);
  }
}
