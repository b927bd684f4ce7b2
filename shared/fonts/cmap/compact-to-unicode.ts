import { fromLatin1, latin1 } from '../../pdf/bytes.ts';
import { following, readToUnicodeMap } from './to-unicode-map.ts';

/** "at most 100 entries" (Technical Note #5014, 7.2). */
const BLOCK_ENTRIES = 100;

/**
 * Returns a ToUnicode CMap with equal targets for all used codes in the fewest entries; the text around the
 * entries stays. Null if the map cannot be read with certainty.
 * @param codeBytes bytes per code of the font
 * @param used codes that text shows; null if uncertain: all stay
 */
export function compactToUnicode(
  bytes: Uint8Array,
  codeBytes: 1 | 2,
  used: ReadonlySet<number> | null,
): Uint8Array | null {
  const map = readToUnicodeMap(latin1(bytes, 0, bytes.length), codeBytes);
  if (map === null) return null;
  const kept = [...map.targets].filter(([code]) => used === null || used.has(code)).sort(([a], [b]) => a - b);
  const written = map.before + blocks(runsOf(kept), codeBytes) + map.behind;
  return isSameMap(written, codeBytes, new Map(kept)) ? fromLatin1(written) : null;
}

interface Run {
  readonly first: number;
  readonly target: string;
  count: number;
}

function runsOf(targets: readonly (readonly [code: number, target: string])[]): Run[] {
  const runs: Run[] = [];
  for (const [code, target] of targets) {
    const run = runs.at(-1);
    const continues =
      run !== undefined &&
      code === run.first + run.count &&
      code >> 8 === run.first >> 8 &&
      target === following(run.target, run.count);
    if (continues) run.count += 1;
    else runs.push({ first: code, target, count: 1 });
  }
  return runs;
}

function blocks(runs: readonly Run[], codeBytes: 1 | 2): string {
  const hex = (code: number) =>
    `<${code
      .toString(16)
      .toUpperCase()
      .padStart(codeBytes * 2, '0')}>`;
  const singles = runs.filter(({ count }) => count === 1);
  const ranges = runs.filter(({ count }) => count > 1);
  return [
    ...block(
      'bfchar',
      singles.map(({ first, target }) => `${hex(first)}<${target}>`),
    ),
    ...block(
      'bfrange',
      ranges.map(({ first, count, target }) => `${hex(first)}${hex(first + count - 1)}<${target}>`),
    ),
  ].join('\n');
}

function block(kind: 'bfchar' | 'bfrange', entries: readonly string[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < entries.length; start += BLOCK_ENTRIES) {
    const some = entries.slice(start, start + BLOCK_ENTRIES);
    parts.push(`${some.length} begin${kind}`, ...some, `end${kind}`);
  }
  return parts;
}

/** Checks that the written map reads back as exactly these codes. An empty map has no block to read. */
function isSameMap(written: string, codeBytes: 1 | 2, expected: ReadonlyMap<number, string>): boolean {
  if (expected.size === 0) return false;
  const map = readToUnicodeMap(written, codeBytes);
  return (
    map !== null &&
    map.targets.size === expected.size &&
    [...expected].every(([code, target]) => map.targets.get(code) === target)
  );
}
