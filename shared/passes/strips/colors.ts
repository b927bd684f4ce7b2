/** Maximum palette entries. */
const MAX_COLORS = 256;

/** Returns whether a palette can hold the colors of these 8-bit samples. */
export function isFewColored(samples: Uint8Array, components: number): boolean {
  const colors = new Set<number>();
  for (let at = 0; at + components <= samples.length; at += components) {
    let color = 0;
    for (let component = 0; component < components; component += 1)
      color = color * 256 + samples[at + component]!;
    if (colors.has(color)) continue;
    if (colors.size === MAX_COLORS) return false;
    colors.add(color);
  }
  return true;
}
