const MIN_SLOTS = 1024;
/** The table doubles above this load, to keep probing short. */
const MAX_LOAD = 0.6;

/**
 * Maps texts to numbers in 16 bytes per slot, whatever the length of the text. It stores 53 bits of a hash: among ten
 * million texts, two collide with a probability of 1 in 180. Check the result where that matters.
 */
export class PathIndex {
  readonly #index = new HashIndex();

  get size(): number {
    return this.#index.size;
  }

  get(text: string): number | undefined {
    return this.#index.get(hash53(text));
  }

  set(text: string, value: number): void {
    this.#index.set(hash53(text), value);
  }
}

/** Maps 53-bit hashes, never 0, to numbers. */
export class HashIndex {
  #hashes = new Float64Array(MIN_SLOTS);
  #values = new Float64Array(MIN_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(hash: number): number | undefined {
    const slot = this.#slotOf(hash);
    return this.#hashes[slot] === 0 ? undefined : this.#values[slot];
  }

  set(hash: number, value: number): void {
    if (this.#size >= this.#hashes.length * MAX_LOAD) this.#grow();
    const slot = this.#slotOf(hash);
    if (this.#hashes[slot] === 0) this.#size += 1;
    this.#hashes[slot] = hash;
    this.#values[slot] = value;
  }

  #slotOf(hash: number): number {
    const last = this.#hashes.length - 1;
    // The low 32 bits of the hash: bit operations use no more.
    let slot = hash & last;
    while (this.#hashes[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [hashes, values] = [this.#hashes, this.#values];
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#values = new Float64Array(hashes.length * 2);
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at]!;
      if (hash === 0) continue;
      const slot = this.#slotOf(hash);
      this.#hashes[slot] = hash;
      this.#values[slot] = values[at]!;
    }
  }
}

/** A 53-bit hash, never 0: two FNV-1a hashes side by side, each with a final mix. */
export function hash53(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return mixed(low, high);
}

/** The same of bytes: one or two ranges, with a zero byte between them. */
export function hash53OfBytes(
  bytes: Uint8Array,
  [from, to]: readonly [number, number],
  second?: readonly [number, number],
): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = from; at < to; at++) {
    const code = bytes[at]!;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  if (second === undefined) return mixed(low, high);
  low = Math.imul(low, 0x01000193);
  high = Math.imul(high, 0x85ebca6b);
  for (let at = second[0]; at < second[1]; at++) {
    const code = bytes[at]!;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return mixed(low, high);
}

function mixed(lowHash: number, highHash: number): number {
  const low = Math.imul(lowHash ^ (lowHash >>> 15) ^ highHash, 0x2c1b3c6d);
  const high = Math.imul(highHash ^ (highHash >>> 13) ^ low, 0x297a2d39);
  return (high >>> 11) * 2 ** 32 + ((low ^ (low >>> 16)) >>> 0) || 1;
}
