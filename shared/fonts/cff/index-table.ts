/** INDEX: objects of any length in sequence, preceded by their offsets (Technical Note #5176, 5). */
import { refuse } from './refused-face.ts';

export interface IndexTable {
  readonly items: readonly Uint8Array[];
  /** First byte after the INDEX. */
  readonly end: number;
}

/** Items are views into `bytes`. */
export function readIndex(bytes: Uint8Array, start: number): IndexTable {
  if (start < 0 || start + 2 > bytes.length) refuse('damaged', 'INDEX outside the data');
  const count = (bytes[start]! << 8) | bytes[start + 1]!;
  if (count === 0) return { items: [], end: start + 2 };
  const offsetBytes = bytes[start + 2]!;
  if (!(offsetBytes >= 1 && offsetBytes <= 4)) refuse('damaged', 'INDEX with odd offsets');
  // Offsets are relative to the byte before the data.
  const base = start + 2 + (count + 1) * offsetBytes;
  if (base > bytes.length) refuse('damaged', 'INDEX cut off');
  const offsetAt = (index: number) => uint(bytes, start + 3 + index * offsetBytes, offsetBytes);

  const items: Uint8Array[] = [];
  let from = offsetAt(0);
  if (from !== 1) refuse('damaged', 'INDEX does not start at its data');
  for (let index = 1; index <= count; index++) {
    const to = offsetAt(index);
    if (to < from || base + to > bytes.length) refuse('damaged', 'INDEX offsets out of order');
    items.push(bytes.subarray(base + from, base + to));
    from = to;
  }
  return { items, end: base + from };
}

export function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  if (items.length > 0xffff) refuse('out-of-range', 'too many objects for an INDEX');
  const dataBytes = items.reduce((sum, item) => sum + item.length, 0);
  const offsetBytes = bytesFor(dataBytes + 1);
  const dataStart = 3 + (items.length + 1) * offsetBytes;
  const bytes = new Uint8Array(dataStart + dataBytes);
  bytes.set([items.length >> 8, items.length & 0xff, offsetBytes]);
  let offset = 1;
  putUint(bytes, 3, offsetBytes, offset);
  for (const [index, item] of items.entries()) {
    bytes.set(item, dataStart + offset - 1);
    offset += item.length;
    putUint(bytes, 3 + (index + 1) * offsetBytes, offsetBytes, offset);
  }
  return bytes;
}

export function uint(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + bytes[at + i]!;
  return value;
}

function putUint(bytes: Uint8Array, at: number, size: number, value: number): void {
  for (let i = size - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256))
    bytes[at + i] = rest & 0xff;
}

function bytesFor(largest: number): number {
  if (largest < 0x100) return 1;
  if (largest < 0x10000) return 2;
  return largest < 0x1000000 ? 3 : 4;
}
