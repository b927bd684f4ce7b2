/**
 * Bits that symbols of these frequencies take in the best Huffman code, with the symbol that `optimalTable` reserves.
 * Codes may be longer than 16 bits here, which those of a table may not; it is a handful of bits at most.
 */
export function huffmanBits(frequencies: Uint32Array): number {
  const leaves = frequencies.filter((frequency) => frequency > 0).sort();
  const inner = new Float64Array(leaves.length);
  // The reserved symbol weighs nothing, so that its first merge is with the lightest of the others.
  let leaf = 0;
  let first = 0;
  let bits = 0;
  for (let made = 0; made < leaves.length; made += 1) {
    let weight = 0;
    for (let part = made === 0 ? 1 : 0; part < 2; part += 1) {
      if (first >= made || (leaf < leaves.length && leaves[leaf] <= inner[first])) weight += leaves[leaf++];
      else weight += inner[first++];
    }
    inner[made] = weight;
    bits += weight;
  }
  return bits;
}
