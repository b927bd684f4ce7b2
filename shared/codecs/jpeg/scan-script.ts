import type { CodableComponent, CodableFrame } from './codable.ts';
import { planScan, type ScanSpec, scanHeaderBits } from './scan-coding.ts';

/** Components of a frame, parted as interleaved scans allow. */
function interleaved(frame: CodableFrame): readonly (readonly number[])[] {
  const indices = frame.components.map((_, index) => index);
  const blocks = frame.components.reduce((sum, each) => sum + each.horizontal * each.vertical, 0);
  // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (T.81, B.2.3)
  return blocks <= 10 ? [indices] : indices.map((index) => [index]);
}

/** The scans of a sequential file. */
export function sequentialScript(frame: CodableFrame): readonly ScanSpec[] {
  return interleaved(frame).map((components) => ({ kind: 'sequential', components }));
}

/** First coefficient of the second of two bands; 64 for a single band. */
const SPLITS = [64, 3, 6, 9, 13, 19];

/** Those by which the number of refinement scans is found: it hardly depends on the split. */
const LIKELY_SPLITS = [64, 6];

/** The most low bits that are held back for refinement scans. */
const MAX_LOW = 3;

/** Block rows are left out of the comparison of scans so that about this many blocks are looked at. */
const SAMPLE_BLOCKS = 4096;

/**
 * The scans of a progressive file: for each component, as many refinement scans and such bands as code its
 * coefficients in the fewest bits. Every bit of every coefficient is sent, for decoders smooth over what is missing.
 */
export function progressiveScript(frame: CodableFrame): readonly ScanSpec[] {
  const dc = interleaved(frame).flatMap((components) => dcScans(frame, components));
  const ac = frame.components.map((component, index) => acScans(frame, component, index));
  return [...dc, ...ac.flat()].sort((a, b) => rank(a) - rank(b));
}

/** Order of scans: first ones before their refinements, which come from the highest bit to the lowest. */
function rank(scan: ScanSpec): number {
  if (scan.kind === 'dc-first') return 0;
  if (scan.kind === 'ac-first') return 1;
  return 'low' in scan ? 16 - scan.low : 0;
}

function dcScans(frame: CodableFrame, components: readonly number[]): readonly ScanSpec[] {
  const whole: ScanSpec[] = [{ kind: 'dc-first', components, low: 0 }];
  const halved: ScanSpec[] = [
    { kind: 'dc-first', components, low: 1 },
    { kind: 'dc-refine', components, low: 0 },
  ];
  return costOf(frame, halved, 1) < costOf(frame, whole, 1) ? halved : whole;
}

function acScans(
  frame: CodableFrame,
  { blocksWide, blocksHigh }: CodableComponent,
  component: number,
): readonly ScanSpec[] {
  const rowStep = Math.max(1, Math.floor((blocksWide * blocksHigh) / SAMPLE_BLOCKS));
  const costOfFirst = (split: number, low: number) =>
    costOf(frame, firstScans(component, split, low), rowStep);
  let best = { low: 0, bits: Number.POSITIVE_INFINITY };
  let refinementBits = 0;
  for (let low = 0; low <= MAX_LOW; low += 1) {
    if (low > 0) refinementBits += costOf(frame, [refinementScan(component, low - 1)], rowStep);
    const [, firstBits] = cheapest(LIKELY_SPLITS, (each) => costOfFirst(each, low));
    const bits = firstBits + refinementBits;
    // Holding back one more bit only pays while each one before it did.
    if (bits >= best.bits) break;
    best = { low, bits };
  }
  const [split] = cheapest(SPLITS, (each) => costOfFirst(each, best.low));
  const refinements = Array.from({ length: best.low }, (_, low) => refinementScan(component, low));
  return [...firstScans(component, split, best.low), ...refinements.reverse()];
}

function refinementScan(component: number, low: number): ScanSpec {
  return { kind: 'ac-refine', component, first: 1, last: 63, low };
}

/** The first of the choices that cost least. */
function cheapest(
  choices: readonly number[],
  costOfChoice: (choice: number) => number,
): readonly [choice: number, cost: number] {
  let best = [choices[0], Number.POSITIVE_INFINITY] as const;
  for (const choice of choices) {
    const cost = costOfChoice(choice);
    if (cost < best[1]) best = [choice, cost];
  }
  return best;
}

function firstScans(component: number, split: number, low: number): readonly ScanSpec[] {
  if (split === 64) return [{ kind: 'ac-first', component, first: 1, last: 63, low }];
  return [
    { kind: 'ac-first', component, first: 1, last: split - 1, low },
    { kind: 'ac-first', component, first: split, last: 63, low },
  ];
}

/** Bits of some scans; on a sample, its data scaled down while tables and headers keep their full cost. */
function costOf(frame: CodableFrame, scans: readonly ScanSpec[], rowStep: number): number {
  return scans.reduce((sum, scan) => {
    const { dataBits, tableBits } = planScan(frame, scan, rowStep);
    return sum + dataBits * rowStep + tableBits + scanHeaderBits(scan);
  }, 0);
}
