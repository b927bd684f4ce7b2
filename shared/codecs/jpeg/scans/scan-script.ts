import type { Component } from '../format/frame.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { divided, FirstScans, SPLITS, WHOLE } from './first-scans.ts';
import { type PlannedScan, planScan, type ScanSpec, scanHeaderBits } from './scan-coding.ts';

/** Components of a frame, grouped as interleaved scans allow. */
function interleaved(frame: KernelFrame): readonly (readonly number[])[] {
  const indices = frame.components.map((_, index) => index);
  const blocks = frame.components.reduce((sum, each) => sum + each.horizontal * each.vertical, 0);
  // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (T.81, B.2.3)
  return blocks <= 10 ? [indices] : indices.map((index) => [index]);
}

/** The scans of a sequential file. */
export function sequentialScript(frame: KernelFrame): readonly ScanSpec[] {
  return interleaved(frame).map((components) => ({ kind: 'sequential', components }));
}

/** The element of `SPLITS` used to choose the number of refinement scans. */
const LIKELY_SPLIT = SPLITS.indexOf(6);

/** Maximum low bits deferred to refinement scans. */
const MAX_LOW = 3;

/** Comparisons of scans skip block rows to examine about this many blocks. */
const SAMPLE_BLOCKS = 4096;

/**
 * The scans of a progressive file: for each component, the number of refinement scans and the bands with the
 * fewest bits. Every bit of every coefficient is sent, since decoders smooth over missing ones.
 */
export function progressiveScans(frame: KernelFrame): readonly PlannedScan[] {
  // Deferring a low bit of DC took more bits in each of 766 files.
  const dc = interleaved(frame).map((components) => planned(frame, { kind: 'dc-first', components }));
  const ac = frame.components.map((component, index) => acScans(frame, component, index));
  return [...dc, ...ac.flat()].sort((a, b) => rank(a.scan) - rank(b.scan));
}

/** Order of scans: first ones before their refinements, which go from the highest bit to the lowest. */
function rank(scan: ScanSpec): number {
  if (scan.kind === 'dc-first') return 0;
  if (scan.kind === 'ac-first') return 1;
  return 'low' in scan ? 16 - scan.low : 0;
}

function planned(frame: KernelFrame, scan: ScanSpec, rowStep = 1): PlannedScan {
  return { scan, plan: planScan(frame, scan, rowStep) };
}

/** Scales up the data of a sample; tables and headers have their full cost. */
function plannedBits({ scan, plan: { dataBits, tableBits } }: PlannedScan, rowStep: number): number {
  return dataBits * rowStep + tableBits + scanHeaderBits(scan);
}

interface AcChoice {
  readonly bits: number;
  readonly first: FirstScans;
  readonly refinements: readonly PlannedScan[];
}

function acScans(frame: KernelFrame, component: Component, index: number): readonly PlannedScan[] {
  const rowStep = Math.max(1, Math.floor((component.blocksWide * component.blocksHigh) / SAMPLE_BLOCKS));
  const nothingHeldBack = new FirstScans(frame, index, 0, 0, rowStep);
  let best: AcChoice = { bits: likelyBits(nothingHeldBack), first: nothingHeldBack, refinements: [] };
  if (mayGainByHoldingBack(best)) {
    const refinements: PlannedScan[] = [];
    let refinementBits = 0;
    for (let low = 1; low <= MAX_LOW; low += 1) {
      const refinement = planned(frame, refinementScan(index, low - 1), rowStep);
      refinements.unshift(refinement);
      refinementBits += plannedBits(refinement, rowStep);
      // The best so far is kept.
      const first = new FirstScans(frame, index, low, best.first.place === 0 ? 1 : 0, rowStep);
      const bits = likelyBits(first) + refinementBits;
      // Deferring one more bit only pays while each one before it did.
      if (bits >= best.bits) break;
      best = { bits, first, refinements: [...refinements] };
    }
  }
  const scans = [...firstScans(best, index), ...best.refinements];
  return rowStep === 1 ? scans : scans.map(({ scan }) => planned(frame, scan));
}

/** Minimum bits: for fewer, another scan costs more than it saves. */
const HOLDING_BACK_FROM_BITS = 12_000;
/** Deferring turns one-bit values into zeros: if few values are larger, nothing is left to save. */
const LARGE_SHARE = 0.25;

/** Skips 84 % of 2198 components; those that would have gained lose 0.002 % of the bytes. */
function mayGainByHoldingBack({ bits, first }: AcChoice): boolean {
  return bits >= HOLDING_BACK_FROM_BITS && first.valuesFrom(2) >= first.valuesFrom(1) * LARGE_SHARE;
}

function refinementScan(component: number, low: number): ScanSpec {
  return { kind: 'ac-refine', component, first: 1, last: 63, low };
}

/** Minimum bits: for fewer, a second table costs more than it saves. */
const DIVIDING_FROM_BITS = 2000;

/** One band or two, whichever takes fewer bits. */
function firstScans({ first }: AcChoice, component: number): readonly PlannedScan[] {
  const scan = { kind: 'ac-first', component, first: 1, last: 63, low: first.low } as const;
  let scans: readonly ScanSpec[] = [scan];
  let bands = WHOLE;
  let bits = first.bitsOf(WHOLE);
  for (const [split, start] of bits < DIVIDING_FROM_BITS ? [] : SPLITS.entries()) {
    const dividedBits = first.bitsOf(divided(split));
    if (dividedBits >= bits) continue;
    scans = [
      { ...scan, last: start - 1 },
      { ...scan, first: start },
    ];
    bands = divided(split);
    bits = dividedBits;
  }
  return scans.map((each, part) => ({ scan: each, plan: first.plan(bands[part]!) }));
}

/** Approximate bits of the first scans: the number of refinements hardly depends on the division of the band. */
function likelyBits(first: FirstScans): number {
  const whole = first.bitsOf(WHOLE);
  return whole < DIVIDING_FROM_BITS ? whole : Math.min(whole, first.bitsOf(divided(LIKELY_SPLIT)));
}
