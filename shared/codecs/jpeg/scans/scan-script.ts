import type { CodableComponent, CodableFrame } from '../format/codable.ts';
import { FirstScanCounts, SPLITS, type SymbolCounts } from './first-scan-counts.ts';
import { huffmanBits } from './huffman-cost.ts';
import { type PlannedScan, planScan, type ScanSpec, scanHeaderBits } from './scan-coding.ts';
import { planTables, SEGMENT_BITS, tableBitsOf } from './scan-tables.ts';
import { acTableOf } from './sequential-tokens.ts';
import { Histogram } from './tokens.ts';

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

/** Of `SPLITS`, the one by which the number of refinement scans is found. */
const LIKELY_SPLIT = SPLITS.indexOf(6);

/** The most low bits that are held back for refinement scans. */
const MAX_LOW = 3;

/** Block rows are left out of the comparison of scans so that about this many blocks are looked at. */
const SAMPLE_BLOCKS = 4096;

/**
 * The scans of a progressive file: for each component, as many refinement scans and such bands as code its
 * coefficients in the fewest bits. Every bit of every coefficient is sent, for decoders smooth over what is missing.
 */
export function progressiveScans(frame: CodableFrame): readonly PlannedScan[] {
  // Its low bit held back, DC took more bits in each of 766 files.
  const dc = interleaved(frame).map((components) => planned(frame, { kind: 'dc-first', components, low: 0 }));
  const ac = frame.components.map((component, index) => acScans(frame, component, index));
  return [...dc, ...ac.flat()].sort((a, b) => rank(a.scan) - rank(b.scan));
}

/** Order of scans: first ones before their refinements, which come from the highest bit to the lowest. */
function rank(scan: ScanSpec): number {
  if (scan.kind === 'dc-first') return 0;
  if (scan.kind === 'ac-first') return 1;
  return 'low' in scan ? 16 - scan.low : 0;
}

function planned(frame: CodableFrame, scan: ScanSpec, rowStep = 1): PlannedScan {
  return { scan, plan: planScan(frame, scan, rowStep) };
}

/** On a sample, data is scaled up while tables and headers keep their full cost. */
function plannedBits({ scan, plan: { dataBits, tableBits } }: PlannedScan, rowStep: number): number {
  return dataBits * rowStep + tableBits + scanHeaderBits(scan);
}

interface AcChoice {
  readonly low: number;
  readonly bits: number;
  readonly first: FirstScanCounts;
  readonly refinements: readonly PlannedScan[];
}

function acScans(frame: CodableFrame, component: CodableComponent, index: number): readonly PlannedScan[] {
  const rowStep = Math.max(1, Math.floor((component.blocksWide * component.blocksHigh) / SAMPLE_BLOCKS));
  const nothingHeldBack = new FirstScanCounts(component, 0, rowStep);
  let best: AcChoice = {
    low: 0,
    bits: likelyBits(nothingHeldBack, rowStep),
    first: nothingHeldBack,
    refinements: [],
  };
  if (mayGainByHoldingBack(best)) {
    const refinements: PlannedScan[] = [];
    let refinementBits = 0;
    for (let low = 1; low <= MAX_LOW; low += 1) {
      const refinement = planned(frame, refinementScan(index, low - 1), rowStep);
      refinements.unshift(refinement);
      refinementBits += plannedBits(refinement, rowStep);
      const first = new FirstScanCounts(component, low, rowStep);
      const bits = likelyBits(first, rowStep) + refinementBits;
      // Holding back one more bit only pays while each one before it did.
      if (bits >= best.bits) break;
      best = { low, bits, first, refinements: [...refinements] };
    }
  }
  const scans = [...firstScans(best, index, rowStep), ...best.refinements];
  return rowStep === 1 ? scans : scans.map(({ scan }) => planned(frame, scan));
}

/** Below so many bits, what one more scan costs is more than it saves. */
const HOLDING_BACK_FROM_BITS = 12_000;
/** Holding back turns values of one bit into zeros: where few are larger, nothing is left to be said in fewer bits. */
const LARGE_SHARE = 0.25;

/** Of 2198 components, 84 % need not be tried by this; those that would have gained by it lose 0.002 % of the bytes. */
function mayGainByHoldingBack({ bits, first }: AcChoice): boolean {
  if (bits < HOLDING_BACK_FROM_BITS) return false;
  const { counts } = first.whole;
  let values = 0;
  let large = 0;
  for (let symbol = 0; symbol < counts.length; symbol += 1) {
    const size = symbol & 15;
    if (size > 0) values += counts[symbol];
    if (size > 1) large += counts[symbol];
  }
  return large >= values * LARGE_SHARE;
}

function refinementScan(component: number, low: number): ScanSpec {
  return { kind: 'ac-refine', component, first: 1, last: 63, low };
}

/** Below so many bits, a second table costs more than it saves. */
const DIVIDING_FROM_BITS = 2000;

/** One band or two, whichever takes fewer bits. */
function firstScans({ first, low }: AcChoice, component: number, rowStep: number): readonly PlannedScan[] {
  const scan = { kind: 'ac-first', component, first: 1, last: 63, low } as const;
  let scans: readonly ScanSpec[] = [scan];
  let parts: readonly SymbolCounts[] = [first.whole];
  let bits = countedBits(parts, rowStep);
  if (bits < DIVIDING_FROM_BITS) return [{ scan, plan: planTables(histogramOf(first.whole), 1) }];
  for (const [split, start] of SPLITS.entries()) {
    const divided = first.divided(split);
    const dividedBits = countedBits(divided, rowStep);
    if (dividedBits >= bits) continue;
    scans = [
      { ...scan, last: start - 1 },
      { ...scan, first: start },
    ];
    parts = divided;
    bits = dividedBits;
  }
  return scans.map((each, part) => ({ scan: each, plan: planTables(histogramOf(parts[part]), 1) }));
}

function histogramOf({ counts, bits }: SymbolCounts): Histogram {
  const histogram = new Histogram();
  histogram.of(acTableOf(0)).set(counts);
  histogram.bits = bits;
  return histogram;
}

/** What the first scans take, nearly: the number of refinements hardly depends on where the band is divided. */
function likelyBits(first: FirstScanCounts, rowStep: number): number {
  const whole = countedBits([first.whole], rowStep);
  if (whole < DIVIDING_FROM_BITS) return whole;
  return Math.min(whole, countedBits(first.divided(LIKELY_SPLIT), rowStep));
}

/** Bits of scans of one component each: data scaled up from a sample, tables and headers. */
function countedBits(scans: readonly SymbolCounts[], rowStep: number): number {
  return scans.reduce((sum, { counts, bits }) => {
    const symbols = counts.reduce((used, each) => used + Math.min(each, 1), 0);
    const tableBits = symbols === 0 ? 0 : tableBitsOf(symbols) + SEGMENT_BITS;
    return sum + (huffmanBits(counts) + bits) * rowStep + tableBits + ONE_COMPONENT_HEADER;
  }, 0);
}

/** Bits of the header of a scan of one component. */
const ONE_COMPONENT_HEADER = 8 * 10;
