/**
 * Returns the numbers outside the longest increasing subsequence: the fewest that must move for all to be in
 * order. The numbers are distinct.
 */
export function outOfOrder(numbers: readonly number[]): number[] {
  // Patience sorting: for each length, the subsequence with the smallest end.
  const ends: number[] = [];
  const previous = new Int32Array(numbers.length).fill(-1);
  for (const [at, number] of numbers.entries()) {
    const length = firstNotBelow(ends, numbers, number);
    if (length > 0) previous[at] = ends[length - 1]!;
    ends[length] = at;
  }
  const inOrder = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) inOrder.add(at);
  return numbers.flatMap((_, at) => (inOrder.has(at) ? [] : [at]));
}

function firstNotBelow(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[ends[middle]!]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
