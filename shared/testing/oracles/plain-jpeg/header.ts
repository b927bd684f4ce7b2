import type { FrameShape } from '../../../codecs/jpeg/format/frame.ts';
import { demand } from './bits.ts';

/** A marker segment (T.81, B.1.1.4) and the start of the next one. */
export interface PlainSegment {
  readonly marker: number;
  readonly body: readonly number[];
  readonly end: number;
}

/** The segment at an offset; null if there is none. */
export function plainSegmentAt(bytes: Uint8Array, at: number): PlainSegment | null {
  if (bytes[at] !== 0xff) return null;
  let code = at + 1;
  while (bytes[code] === 0xff) code += 1;
  const marker = bytes[code] ?? 0;
  const hasBody = marker > 1 && (marker < 0xd0 || marker > 0xd9);
  const end = code + 1 + bytes[code + 1]! * 256 + bytes[code + 2]!;
  if (!hasBody || !(end >= code + 3 && end <= bytes.length)) return null;
  return { marker, body: [...bytes.subarray(code + 3, end)], end };
}

/** Quantization tables by their identifiers (B.2.4.1). */
export type QuantTables = Map<number, Uint16Array>;

export function readQuantTables(body: readonly number[], tables: QuantTables): void {
  for (let at = 0; at < body.length; ) {
    const bytes = body[at]! < 16 ? 1 : 2;
    const entries = Array.from({ length: 64 }, (_, entry) =>
      body
        .slice(at + 1 + entry * bytes, at + 1 + (entry + 1) * bytes)
        .reduce((high, low) => high * 256 + low, 0),
    );
    demand(at + 1 + 64 * bytes <= body.length);
    tables.set(body[at]! & 15, Uint16Array.from(entries));
    at += 1 + 64 * bytes;
  }
}

/** The frame of a header (B.2.2), of 8 bits and one to four components. */
export function frameOfHeader(body: readonly number[], tables: QuantTables): FrameShape {
  const [precision, high, low, wideHigh, wideLow, count] = body;
  const [height, width] = [high! * 256 + low!, wideHigh! * 256 + wideLow!];
  demand(precision === 8 && width > 0 && height > 0);
  demand(count! >= 1 && count! <= 4 && body.length >= 6 + count! * 3);
  const components = Array.from({ length: count! }, (_, index) => {
    const [id, factors, table] = body.slice(6 + index * 3);
    const quantTable = tables.get(table!) ?? new Uint16Array(1);
    const [horizontal, vertical] = [factors! >> 4, factors! & 15];
    demand(Math.min(horizontal, vertical, ...quantTable) >= 1 && Math.max(horizontal, vertical) <= 4);
    return { id: id!, horizontal, vertical, quantTable };
  });
  demand(new Set(components.map(({ id }) => id)).size === count);
  return { width, height, components };
}
