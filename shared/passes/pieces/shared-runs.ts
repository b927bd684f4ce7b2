/**
 * Finds runs of operations that several contents share, in time linear in their number: every sequence of a few
 * operations is counted once per content, with a hash of the set of contents that have it. Where count and set stay,
 * all these contents continue alike.
 */
import { sameBytes } from '../../pdf/bytes.ts';
import { type Operations, startOf } from './operations.ts';
import { type Segment, worthyRuns } from './worthy-runs.ts';

/** Operations [from, to) of a content. */
export interface Place {
  readonly content: number;
  readonly from: number;
  readonly to: number;
}

/** Equal bytes in several contents, which may have them more than once. */
export interface SharedRun {
  readonly bytes: Uint8Array;
  readonly places: readonly Place[];
}

/** Operations that are counted as one; shorter sequences, such as `0 g BT`, are in all contents. */
const SEQUENCE = 8;

/**
 * Returns runs that are worth a stream of their own.
 * @param density bytes after deflate for each byte of content
 */
export function sharedRuns(contents: readonly Operations[], density: number): readonly SharedRun[] {
  const counts = new SequenceCounts(contents);
  const groups = new Map<string, { bytes: Uint8Array; places: Place[] }>();
  for (const [at, operations] of contents.entries()) {
    for (const segments of counts.stretchesOf(at)) {
      for (const { from, to } of worthyRuns(segments, density)) {
        const bytes = operations.content.subarray(startOf(operations, from), operations.ends[to - 1]);
        const key = identity(operations, from, to);
        const known = groups.get(key);
        if (known === undefined) groups.set(key, { bytes, places: [{ content: at, from, to }] });
        else if (sameBytes(known.bytes, bytes)) known.places.push({ content: at, from, to });
      }
    }
  }
  return [...groups.values()].filter(
    ({ places }) => places[0]!.content !== places[places.length - 1]!.content,
  );
}

function identity({ hashes }: Operations, from: number, to: number): string {
  let [one, other] = [1, 7];
  for (let at = from; at < to; at += 1) {
    one = (Math.imul(one, 31) + hashes[at]!) | 0;
    other = Math.imul(other ^ hashes[at]!, 0x5bd1e995);
  }
  return `${one}.${other}.${to - from}`;
}

/** Hash table of sequences. Two that have one hash only cost bytes: runs are compared. */
class SequenceCounts {
  readonly #contents: readonly Operations[];
  /** Slots of the sequences that begin at each operation. */
  readonly #slots: readonly Int32Array[];
  readonly #keys: Int32Array;
  /** Number of contents with it. */
  readonly #times: Int32Array;
  /** Hash of the set of these contents. */
  readonly #sets: Int32Array;

  constructor(contents: readonly Operations[]) {
    this.#contents = contents;
    const total = contents.reduce((sum, { count }) => sum + count, 0);
    let size = 1 << 10;
    while (size < 2 * total) size *= 2;
    this.#keys = new Int32Array(size);
    this.#times = new Int32Array(size);
    this.#sets = new Int32Array(size);
    const last = new Int32Array(size);
    this.#slots = contents.map((operations, at) => {
      const slots = new Int32Array(Math.max(0, operations.count - SEQUENCE + 1));
      const mark = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(at + 7, 0x85ebca6b);
      for (let from = 0; from < slots.length; from += 1) {
        const slot = this.#slotOf(operations.hashes, from);
        slots[from] = slot;
        if (last[slot] === at + 1) continue;
        last[slot] = at + 1;
        this.#times[slot]! += 1;
        this.#sets[slot]! ^= mark;
      }
      return slots;
    });
  }

  #slotOf(hashes: Int32Array, from: number): number {
    let hash = 0;
    for (let at = from; at < from + SEQUENCE; at += 1) hash = (Math.imul(hash, 0x01000193) + hashes[at]!) | 0;
    // No key is 0, which means an empty slot.
    const mixed = Math.imul(hash ^ (hash >>> 16), 0x2c1b3c6d) | 1;
    const keys = this.#keys;
    let slot = (mixed ^ (mixed >>> 15)) & (keys.length - 1);
    while (keys[slot] !== 0 && keys[slot] !== mixed) slot = (slot + 1) & (keys.length - 1);
    keys[slot] = mixed;
    return slot;
  }

  /** Returns what other contents have too, without gaps, in segments of the same set of contents. */
  stretchesOf(content: number): readonly (readonly Segment[])[] {
    const { count, ends } = this.#contents[content]!;
    if (this.#slots[content]!.length === 0) return [];
    const most = this.#mostOver(content);
    const stretches: Segment[][] = [];
    let [stretch, from]: [Segment[], number] = [[], 0];
    for (let at = 1; at <= count; at += 1) {
      if (at < count && this.#isAlike(most[at]!, most[from]!)) continue;
      const times = this.#times[most[from]!]!;
      if (times > 1) {
        const start = from === 0 ? 0 : ends[from - 1]!;
        stretch.push({ from, to: at, bytes: ends[at - 1]! - start, times });
      }
      if (stretch.length > 0 && (at === count || times < 2)) {
        stretches.push(stretch);
        stretch = [];
      }
      from = at;
    }
    return stretches;
  }

  /** For each operation, the sequence over it that most contents have. */
  #mostOver(content: number): Int32Array {
    const slots = this.#slots[content]!;
    const most = new Int32Array(this.#contents[content]!.count).fill(slots[0]!);
    for (const [from, slot] of slots.entries())
      for (let at = from; at < from + SEQUENCE; at += 1)
        if (at === from + SEQUENCE - 1 || this.#times[slot]! > this.#times[most[at]!]!) most[at] = slot;
    return most;
  }

  #isAlike(one: number, other: number): boolean {
    return this.#times[one] === this.#times[other] && this.#sets[one] === this.#sets[other];
  }
}
