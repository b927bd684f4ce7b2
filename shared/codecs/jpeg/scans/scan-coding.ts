import type { ByteWriter } from '../format/byte-writer.ts';
import type { CodableComponent, CodableFrame } from '../format/codable.ts';
import { MARKER } from '../format/header.ts';
import { EntropyWriter } from './entropy-writer.ts';
import { acFirstTokens, acRefineTokens, dcFirstTokens, dcRefineTokens } from './progressive-tokens.ts';
import { planTables, type ScanTablePlan } from './scan-tables.ts';
import { sequentialTokens } from './sequential-tokens.ts';
import { Histogram, type TokenSink } from './tokens.ts';

/** One scan to be written. `sequential` codes whole blocks; the others are those of the progressive process. */
export type ScanSpec =
  | { readonly kind: 'sequential'; readonly components: readonly number[] }
  | { readonly kind: 'dc-first' | 'dc-refine'; readonly components: readonly number[]; readonly low: number }
  | {
      readonly kind: 'ac-first' | 'ac-refine';
      readonly component: number;
      readonly first: number;
      readonly last: number;
      readonly low: number;
    };

/** A scan with the best tables for it. */
export interface PlannedScan {
  readonly scan: ScanSpec;
  readonly plan: ScanTablePlan;
}

/** The tables and the exact size of a scan; with a `rowStep`, judged by every so manieth block row of an AC scan. */
export function planScan(frame: CodableFrame, scan: ScanSpec, rowStep = 1): ScanTablePlan {
  const histogram = new Histogram();
  scanTokens(frame, scan, rowStep, histogram);
  return planTables(histogram, componentsOf(scan).length);
}

/** Bits of a scan header, which `planScan` does not count. */
export function scanHeaderBits(scan: ScanSpec): number {
  return 8 * (8 + 2 * componentsOf(scan).length);
}

/** Writes tables, scan header and data. */
export function writeScan(out: ByteWriter, frame: CodableFrame, scan: ScanSpec, plan: ScanTablePlan): void {
  const { tables, dcIds, acIds, codes } = plan;
  if (tables.length > 0) {
    const body = tables.flatMap(({ destination, table }) => [
      destination,
      ...table.lengths,
      ...table.symbols,
    ]);
    out.segment(MARKER.DHT, body);
  }
  const components = componentsOf(scan);
  const selectors = components.flatMap((component, index) => [
    frame.components[component].id,
    (dcIds[index] << 4) | acIds[index],
  ]);
  out.segment(MARKER.SOS, [components.length, ...selectors, ...bandBytes(scan)]);
  const writer = new EntropyWriter(out, codes);
  scanTokens(frame, scan, 1, writer);
  writer.finish();
}

export function componentsOf(scan: ScanSpec): readonly number[] {
  return 'component' in scan ? [scan.component] : scan.components;
}

/** Ss, Se, Ah and Al (T.81, B.2.3). */
function bandBytes(scan: ScanSpec): [first: number, last: number, approximation: number] {
  switch (scan.kind) {
    case 'sequential':
      return [0, 63, 0];
    case 'dc-first':
      return [0, 0, scan.low];
    case 'dc-refine':
      return [0, 0, ((scan.low + 1) << 4) | scan.low];
    case 'ac-first':
      return [scan.first, scan.last, scan.low];
    case 'ac-refine':
      return [scan.first, scan.last, ((scan.low + 1) << 4) | scan.low];
  }
}

function scanTokens(frame: CodableFrame, scan: ScanSpec, rowStep: number, sink: TokenSink): void {
  const components: readonly CodableComponent[] = componentsOf(scan).map((index) => frame.components[index]);
  switch (scan.kind) {
    case 'sequential':
      sequentialTokens(frame, components, sink);
      break;
    case 'dc-first':
      dcFirstTokens(frame, components, scan.low, sink);
      break;
    case 'dc-refine':
      dcRefineTokens(frame, components, scan.low, sink);
      break;
    case 'ac-first':
      acFirstTokens(components[0], scan, scan.low, { rowStep }, sink);
      break;
    case 'ac-refine':
      acRefineTokens(components[0], scan, scan.low, { rowStep }, sink);
      break;
  }
}
