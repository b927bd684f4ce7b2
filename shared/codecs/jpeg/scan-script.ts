import type { Component, Frame } from './frame.ts';
import { planScan, type ScanSpec, scanHeaderBits } from './scan-coding.ts';

/** Components of a frame, parted as interleaved scans allow. */
function interleaved(frame: Frame): readonly (readonly number[])[] {
  const indices = frame.components.map((_, index) => index);
  const blocks = frame.components.reduce((sum, each) => sum + each.horizontal * each.vertical, 0);
  // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (T.81, B.2.3)
  return blocks <= 10 ? [indices] : indices.map((index) => [index]);
}

/** The scans of a sequential file. */
export function sequentialScript(frame: Frame): readonly ScanSpec[] {
  return interleaved(frame).map((components) => ({ kind: 'sequential', components }));
}

/** First coefficient of the second of two bands; 64 for a single band. */
const SPLITS = [64, 3, 6, 9, 13, 19];
const FIRST_SPLIT = 9;

/** The most low bits that are held back for refinement scans. */
const MAX_LOW = 3;

/** Block rows are left out of the comparison of scans so that about this many blocks are looked at. */
const SAMPLE_BLOCKS = 16384;

/**
 * The scans of a progressive file: for each component, as many refinement scans and such bands as code its
 * coefficients in the fewest bits. Every bit of every coefficient is sent, for decoders smooth over what is missing.
 */
export function progressiveScript(frame: Frame): readonly ScanSpec[] {
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

function dcScans(frame: Frame, components: readonly number[]): readonly ScanSpec[] {
  const whole: ScanSpec[] = [{ kind: 'dc-first', components, low: 0 }];
  const halved: ScanSpec[] = [
    { kind: 'dc-first', components, low: 1 },
    { kind: 'dc-refine', components, low: 0 },
  ];
  return costOf(frame, halved, 1) < costOf(frame, whole, 1) ? halved : whole;
}

function acScans(
  frame: Frame,
  { blocksWide, blocksHigh }: Component,
  component: number,
): readonly ScanSpec[] {
  const rowStep = Math.max(1, Math.floor((blocksWide * blocksHigh) / SAMPLE_BLOCKS));
  const firstScans = (split: number, low: number): ScanSpec[] =>
    split === 64
      ? [{ kind: 'ac-first', component, first: 1, last: 63, low }]
      : [
          { kind: 'ac-first', component, first: 1, last: split - 1, low },
          { kind: 'ac-first', component, first: split, last: 63, low },
        ];

  let refinements: ScanSpec[] = [];
  let low = 0;
  let firstBits = costOf(frame, firstScans(FIRST_SPLIT, 0), rowStep);
  let refinementBits = 0;
  for (let next = 1; next <= MAX_LOW; next += 1) {
    const refinement: ScanSpec = { kind: 'ac-refine', component, first: 1, last: 63, low: next - 1 };
    const nextFirstBits = costOf(frame, firstScans(FIRST_SPLIT, next), rowStep);
    const nextRefinementBits = refinementBits + costOf(frame, [refinement], rowStep);
    // Holding back one more bit only pays while each one before it did.
    if (nextFirstBits + nextRefinementBits >= firstBits + refinementBits) break;
    low = next;
    firstBits = nextFirstBits;
    refinementBits = nextRefinementBits;
    refinements = [refinement, ...refinements];
  }

  let best = firstScans(FIRST_SPLIT, low);
  for (const split of SPLITS) {
    if (split === FIRST_SPLIT) continue;
    const scans = firstScans(split, low);
    const bits = costOf(frame, scans, rowStep);
    if (bits < firstBits) {
      firstBits = bits;
      best = scans;
    }
  }
  return [...best, ...refinements];
}

/** Bits of some scans; on a sample, its data scaled down while tables and headers keep their full cost. */
function costOf(frame: Frame, scans: readonly ScanSpec[], rowStep: number): number {
  return scans.reduce((sum, scan) => {
    const { dataBits, tableBits } = planScan(frame, scan, rowStep);
    return sum + dataBits * rowStep + tableBits + scanHeaderBits(scan);
  }, 0);
}
