import type { HuffmanTable } from '../format/huffman-table.ts';

const LONGEST = 16;

/**
 * The table that codes symbols of these frequencies (256 counts) in the fewest bits: T.81, K.2. A 257th symbol
 * is given the rarest code and dropped, so that no code is all ones, as C.2 demands.
 */
export function optimalTable(frequencies: ArrayLike<number>): HuffmanTable {
  const active: number[] = [];
  for (let symbol = 0; symbol < 256; symbol += 1) if (frequencies[symbol] > 0) active.push(symbol);
  // Stable for equal frequencies, so the same counts give the same table everywhere.
  active.sort((a, b) => frequencies[b] - frequencies[a] || a - b);

  const perLength = codesPerLength(active.map((symbol) => frequencies[symbol]));
  const lengths = new Uint8Array(LONGEST);
  for (let length = 1; length <= LONGEST; length += 1) lengths[length - 1] = perLength[length];
  return { lengths, symbols: Uint8Array.from(active) };
}

/** How many codes each length has, for falling frequencies and the reserved symbol, which is not counted. */
function codesPerLength(falling: readonly number[]): number[] {
  const perLength: number[] = new Array(Math.max(LONGEST, falling.length) + 2).fill(0);
  for (const depth of treeDepths([...falling, 0])) perLength[depth] += 1;
  limitLengths(perLength);
  let longest = LONGEST;
  while (perLength[longest] === 0) longest -= 1;
  // "remove the reserved code point" (Figure K.3)
  perLength[longest] -= 1;
  return perLength;
}

/** Depths in the Huffman tree of falling weights, by two queues: leaves from the end, inner nodes as they come. */
function treeDepths(falling: readonly number[]): number[] {
  const leaves = falling.length;
  // With the reserved symbol alone there is no tree; its code has one bit.
  if (leaves === 1) return [1];
  const weights: number[] = [];
  const parents: number[] = new Array(leaves * 2 - 1).fill(0);
  let leaf = leaves - 1;
  let inner = 0;
  const lightest = (): [node: number, weight: number] => {
    if (leaf >= 0 && (inner >= weights.length || falling[leaf] <= weights[inner])) {
      leaf -= 1;
      return [leaf + 1, falling[leaf + 1]];
    }
    inner += 1;
    return [leaves + inner - 1, weights[inner - 1]];
  };
  for (let merges = 0; merges < leaves - 1; merges += 1) {
    const [first, firstWeight] = lightest();
    const [second, secondWeight] = lightest();
    parents[first] = leaves + merges;
    parents[second] = leaves + merges;
    weights.push(firstWeight + secondWeight);
  }
  const depths: number[] = new Array(leaves * 2 - 1).fill(0);
  for (let node = leaves * 2 - 3; node >= 0; node -= 1) depths[node] = depths[parents[node]] + 1;
  return depths.slice(0, leaves);
}

/** Moves codes longer than 16 bits up in pairs, a shorter code making room for each pair (Figure K.3). */
function limitLengths(perLength: number[]): void {
  for (let length = perLength.length - 1; length > LONGEST; length -= 1) {
    while (perLength[length] > 0) {
      let shorter = length - 2;
      while (perLength[shorter] === 0) shorter -= 1;
      perLength[length] -= 2;
      perLength[length - 1] += 1;
      perLength[shorter + 1] += 2;
      perLength[shorter] -= 1;
    }
  }
}
