import type { CodableComponent, CodableFrame } from './codable.ts';
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

/** Of `SPLITS`, the one by which the number of refinement scans is found: it hardly depends on the split. */
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
  const dc = interleaved(frame).flatMap((components) => dcScans(frame, components));
  const ac = frame.components.map((component, index) => acScans(frame, component, index));
  return [...dc, ...ac.flat()].sort((a, b) => rank(a.scan) - rank(b.scan));
}

/** Order of scans: first ones before their refinements, which come from the highest bit to the lowest. */
function rank(scan: ScanSpec): number {
  if (scan.kind === 'dc-first') return 0;
  if (scan.kind === 'ac-first') return 1;
  return 'low' in scan ? 16 - scan.low : 0;
}

function dcScans(frame: CodableFrame, components: readonly number[]): readonly PlannedScan[] {
  const whole = [planned(frame, { kind: 'dc-first', components, low: 0 })];
  const halved = [
    planned(frame, { kind: 'dc-first', components, low: 1 }),
    planned(frame, { kind: 'dc-refine', components, low: 0 }),
  ];
  const bitsOf = (scans: readonly PlannedScan[]) =>
    scans.reduce((sum, each) => sum + plannedBits(each, 1), 0);
  return bitsOf(halved) < bitsOf(whole) ? halved : whole;
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
  const refinements: PlannedScan[] = [];
  let refinementBits = 0;
  let best: AcChoice | null = null;
  for (let low = 0; low <= MAX_LOW; low += 1) {
    if (low > 0) {
      const refinement = planned(frame, refinementScan(index, low - 1), rowStep);
      refinements.unshift(refinement);
      refinementBits += plannedBits(refinement, rowStep);
    }
    const first = new FirstScanCounts(component, low, rowStep);
    const bits =
      Math.min(countedBits([first.whole], rowStep), countedBits(first.divided(LIKELY_SPLIT), rowStep)) +
      refinementBits;
    // Holding back one more bit only pays while each one before it did.
    if (best !== null && bits >= best.bits) break;
    best = { low, bits, first, refinements: [...refinements] };
  }
  if (best === null) return [];
  const scans = [...firstScans(best, index, rowStep), ...best.refinements];
  return rowStep === 1 ? scans : scans.map(({ scan }) => planned(frame, scan));
}

function refinementScan(component: number, low: number): ScanSpec {
  return { kind: 'ac-refine', component, first: 1, last: 63, low };
}

/** One band or two, whichever takes fewer bits. */
function firstScans({ first, low }: AcChoice, component: number, rowStep: number): readonly PlannedScan[] {
  const scan = { kind: 'ac-first', component, first: 1, last: 63, low } as const;
  let scans: readonly ScanSpec[] = [scan];
  let parts: readonly SymbolCounts[] = [first.whole];
  let bits = countedBits(parts, rowStep);
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
