/**
 * @param {number} seed
 * @returns {() => number} 32 bits per call, the same sequence for each seed
 */
export function seededRandom(seed) {
  let state = seed;
  return () => {
    // Marsaglia's xorshift32: better low bits than a linear congruential generator.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
