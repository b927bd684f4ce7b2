/** Returns the known name that a mistyped one is most like: at most a third of its letters differ; null if none is. */
export function nearestName(typed: string, known: readonly string[]): string | null {
  const [best] = known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3)) ? best.name : null;
}

/** Letters that are added, left out, changed or exchanged with their neighbor. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, changed, isSwapped ? before[j - 2]! + 1 : changed);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
