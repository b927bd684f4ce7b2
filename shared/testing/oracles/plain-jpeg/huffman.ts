/** Huffman codes as in T.81, Annexes C, F and K, without regard to speed. */

export interface PlainTable {
  /** Number of codes of length 1-16. */
  readonly lengths: readonly number[];
  /** Symbols in order of ascending code length. */
  readonly symbols: readonly number[];
}

/** Symbols by their codes, as strings of 0 and 1 (C.2); null if a length has too many codes. */
export function symbolsByCode({ lengths, symbols }: PlainTable): ReadonlyMap<string, number> | null {
  const found = new Map<string, number>();
  let code = 0;
  for (const [index, count] of lengths.entries()) {
    for (let each = 0; each < count; each += 1) {
      if (code >= 2 << index) return null;
      found.set(code.toString(2).padStart(index + 1, '0'), symbols[found.size]!);
      code += 1;
    }
    code *= 2;
  }
  return found;
}

export function codesBySymbol(table: PlainTable): ReadonlyMap<number, string> {
  return new Map(Array.from(symbolsByCode(table) ?? [], ([code, symbol]) => [symbol, code]));
}

/** The table that codes symbols of these frequencies in the fewest bits, without a code of all ones (K.2). */
export function bestPlainTable(frequencies: ArrayLike<number>): PlainTable {
  const symbols = Array.from({ length: 256 }, (_, symbol) => symbol)
    .filter((symbol) => frequencies[symbol]! > 0)
    .sort((a, b) => frequencies[b]! - frequencies[a]! || a - b);
  const perLength = [...depths(symbols.map((symbol) => frequencies[symbol]!))];
  for (let length = perLength.length - 1; length > 16; length -= 1) {
    while (perLength[length]! > 0) {
      let shorter = length - 2;
      while (perLength[shorter] === 0) shorter -= 1;
      perLength[length]! -= 2;
      perLength[length - 1]! += 1;
      perLength[shorter + 1]! += 2;
      perLength[shorter]! -= 1;
    }
  }
  // "remove the reserved code point" (Figure K.3)
  perLength[perLength.slice(0, 17).findLastIndex((count) => count > 0)]! -= 1;
  return { lengths: perLength.slice(1, 17), symbols };
}

/** Number of leaves by depth, including a reserved one of no weight. */
function depths(weights: readonly number[]): readonly number[] {
  const counts = new Array(300).fill(0);
  let nodes: Node[] = [0, ...weights.toReversed()].map((weight) => ({ weight, leaves: [0] }));
  while (nodes.length > 1) {
    const [first, second, ...others] = nodes;
    const weight = first!.weight + second!.weight;
    const joined = { weight, leaves: [...first!.leaves, ...second!.leaves].map((depth) => depth + 1) };
    // For equal weights, leaves are taken before inner nodes, and those in order of creation.
    const at = others.findLastIndex((other) => other.weight <= weight) + 1;
    nodes = [...others.slice(0, at), joined, ...others.slice(at)];
  }
  // With the reserved symbol alone there is no tree; its code has one bit.
  for (const depth of nodes[0]!.leaves) counts[Math.max(1, depth)] += 1;
  return counts;
}

interface Node {
  readonly weight: number;
  readonly leaves: readonly number[];
}

/** Bits of codes without a limit of 16: the sum of the inner weights, with the reserved symbol. */
export function plainHuffmanBits(frequencies: readonly number[]): number {
  const weights = [...frequencies.filter((frequency) => frequency > 0), 0];
  let bits = 0;
  while (weights.length > 1) {
    weights.sort((a, b) => b - a);
    const sum = weights.pop()! + weights.pop()!;
    bits += sum;
    weights.push(sum);
  }
  return bits;
}
