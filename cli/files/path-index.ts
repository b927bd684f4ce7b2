const MIN_SLOTS = 1024;
/** The table doubles above this load, to keep probing short. */
const MAX_LOAD = 0.6;

/**
 * Maps texts to numbers in 16 bytes per slot, whatever the length of the text. It stores 53 bits of a hash: among ten
 * million texts, two collide with a probability of 1 in 180. Check the result where that matters.
 */
export class PathIndex {
  /** 0 where a slot is free. */
  #hashes = new Float64Array(MIN_SLOTS);
  #values = new Float64Array(MIN_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(text: string): number | undefined {
    const hash = hash53(text);
    const slot = this.#slotOf(hash);
    return this.#hashes[slot] === 0 ? undefined : this.#values[slot];
  }

  set(text: string, value: number): void {
    if (this.#size >= this.#hashes.length * MAX_LOAD) this.#grow();
    const hash = hash53(text);
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
  low = Math.imul(low ^ (low >>> 15) ^ high, 0x2c1b3c6d);
  high = Math.imul(high ^ (high >>> 13) ^ low, 0x297a2d39);
  return (high >>> 11) * 2 ** 32 + ((low ^ (low >>> 16)) >>> 0) || 1;
}
