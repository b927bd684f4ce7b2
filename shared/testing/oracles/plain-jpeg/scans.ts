import type { Scan } from '../../../codecs/jpeg/read/scan-header.ts';
import { demand } from './bits.ts';

/** Reads a scan header (T.81, B.2.3) for a frame with these component identifiers. */
export function plainScan(body: readonly number[], ids: readonly number[]): Scan {
  const count = body[0] ?? 0;
  demand(count >= 1 && count <= ids.length && body.length >= 4 + count * 2);
  const components = Array.from({ length: count }, (_, index) => {
    const [id, tables] = body.slice(1 + index * 2);
    return { component: ids.indexOf(id!), dcTable: tables! >> 4, acTable: tables! & 15 };
  });
  const used = components.map(({ component }) => component);
  demand(!used.includes(-1) && new Set(used).size === count);
  const [first, last, approximation] = body.slice(1 + count * 2);
  return { components, first: first!, last: last!, high: approximation! >> 4, low: approximation! & 15 };
}

/** Records by component and coefficient the number of missing bits; requires that a scan is allowed (G.1.1.1). */
export function takeScan(
  { components, first, last, high, low }: Scan,
  isProgressive: boolean,
  left: BitsLeft,
): void {
  if (isProgressive) {
    demand(last <= 63 && first <= last && low <= 13);
    demand(first === 0 ? last === 0 : components.length === 1);
    demand(high === 0 || high === low + 1);
  } else {
    demand(first === 0 && last === 63 && high === 0 && low === 0);
  }
  for (const { component } of components) {
    for (let k = first; k <= last; k += 1) {
      demand(left[component]![k] === (high === 0 ? null : high));
      left[component]![k] = low;
    }
    demand(left[component]![0] !== null);
  }
}

/** Null before the first scan. */
export type BitsLeft = (number | null)[][];
