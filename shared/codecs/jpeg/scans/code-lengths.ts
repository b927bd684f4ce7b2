import { heapOf, type JpegKernel } from '../kernel/jpeg-kernel.ts';

/** Code length by symbol in the optimal table for these frequencies (T.81, K.2); 0 if unused. */
export function codeLengths(kernel: JpegKernel, frequencies: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(256);
  const table = bestTable(kernel, frequencies);
  let at = LENGTHS;
  for (let length = 1; length <= LENGTHS; length += 1)
    for (const end = at + table[length - 1]!; at < end; at += 1) lengths[table[at]!] = length;
  return lengths;
}

/** Returns the optimal table as in a DHT segment: counts of codes with 1 to 16 bits, then the symbols (B.2.4.2). */
export function bestTable(kernel: JpegKernel, frequencies: Uint32Array): Uint8Array {
  const heap = heapOf(kernel);
  const countsAt = kernel.countsAt();
  const tableAt = kernel.tableAt();
  new Uint32Array(heap.buffer, countsAt, 256).set(frequencies);
  const symbols = kernel.huffmanTable(countsAt, tableAt);
  return heap.slice(tableAt, tableAt + LENGTHS + symbols);
}

/** Bytes for the counts per length. */
const LENGTHS = 16;
