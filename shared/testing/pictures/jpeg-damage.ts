import fc from 'fast-check';
import { anyShare } from '../any-share.ts';

/** Bytes changed, inserted or removed, preferring markers; a position is a share of the file. */
export const damages = fc.array(
  fc.tuple(
    anyShare,
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 1 }),
      fc.constantFrom([0xff], [0xff, 0], [0xff, 0xff], [0xff, 0xd0], [0xff, 0xd1], [0xff, 0xd9], []),
      fc.constantFrom([0xff, 0xdd, 0, 4, 0, 1], [0xff, 0xdd, 0, 4, 0, 7], [0xff, 0xc4, 0, 2]),
    ),
    fc.nat({ max: 2 }),
  ),
  { maxLength: 4 },
);

export function damaged(
  file: Uint8Array,
  changes: readonly (readonly [number, ArrayLike<number>, number])[],
): Uint8Array {
  return changes.reduce((bytes, [share, put, cut]) => {
    const at = Math.floor(share * bytes.length);
    return Uint8Array.from([...bytes.subarray(0, at), ...Array.from(put), ...bytes.subarray(at + cut)]);
  }, file);
}
