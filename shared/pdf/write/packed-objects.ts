import { deflate } from '../../codecs/flate/deflate.ts';
import { type Item, OBJECTS_PER_STREAM, type ObjectStreamBody, objectStreamBody } from './object-stream.ts';
import type { SerializeRules } from './serialize.ts';

/**
 * Object streams up to this total are deflated at the highest level, 4 MB per second. Only documents with
 * tens of thousands of objects exceed it: the rest is deflated ten times as fast and 3-15 % larger.
 */
const TIGHTLY_PACKED_BYTES = 1.5 * 1024 * 1024;
const FAST_LEVEL = 6;
/** Object streams in memory before they are deflated, each of about 100 KB. */
const STREAMS_AT_ONCE = 16;

/** Bytes to deflate at the final level or at the given one. */
export interface ToDeflate {
  readonly bytes: Uint8Array;
  readonly level: number | undefined;
}

export function deflated({ bytes, level }: ToDeflate): Uint8Array {
  return deflate(bytes, level);
}

/** Each step waits for its data to be deflated. */
export type Steps<Made> = Generator<readonly ToDeflate[], Made, readonly Uint8Array[]>;

/** Returns the contents of the object streams that hold these objects, in order. */
export function objectGroups(items: readonly Item[]): (readonly Item[])[] {
  return inBatches(items, OBJECTS_PER_STREAM);
}

/** Calls `write` with each object stream and its deflated form, in order. */
export function* packObjects(
  groups: readonly (readonly Item[])[],
  rules: SerializeRules,
  write: (body: ObjectStreamBody, packed: Uint8Array) => void,
): Steps<void> {
  let bytes = 0;
  for (const batch of inBatches(groups, STREAMS_AT_ONCE)) {
    const bodies = batch.map((group) => objectStreamBody(group, rules));
    const packed = yield bodies.map((body) => {
      bytes += body.bytes.length;
      return { bytes: body.bytes, level: bytes <= TIGHTLY_PACKED_BYTES ? undefined : FAST_LEVEL };
    });
    for (const [index, body] of bodies.entries()) write(body, packed[index]!);
  }
}

function inBatches<Of>(all: readonly Of[], size: number): (readonly Of[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
