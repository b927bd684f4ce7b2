import { MARKER } from '../format/header.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { SCAN_KINDS, tellScan } from '../kernel/scan-kinds.ts';
import type { FileWriter } from './file-writer.ts';
import { plannedTables, type ScanTablePlan } from './scan-tables.ts';

/** One scan to write. `sequential` codes whole blocks; the others are those of the progressive process. */
export type ScanSpec =
  | { readonly kind: 'sequential'; readonly components: readonly number[] }
  | { readonly kind: 'dc-first'; readonly components: readonly number[] }
  | {
      readonly kind: 'ac-first' | 'ac-refine';
      readonly component: number;
      readonly first: number;
      readonly last: number;
      readonly low: number;
    };

/** A scan with its optimal tables. */
export interface PlannedScan {
  readonly scan: ScanSpec;
  readonly plan: ScanTablePlan;
}

/** A coefficient is too large for its process (T.81, Tables F.1 and F.2): the frame cannot be written. */
export class UnwritableCoefficient extends Error {}

/**
 * Plans the tables and the exact size of a scan; with a `rowStep`, estimates from every `rowStep`th block row
 * of an AC scan.
 */
export function planScan({ kernel }: KernelFrame, scan: ScanSpec, rowStep = 1): ScanTablePlan {
  const components = componentsOf(scan);
  tellScan(
    kernel,
    components.map((component) => ({ component, dcTable: 0, acTable: 0 })),
  );
  const { first, last, low } = bandOf(scan);
  if (kernel.countScan(SCAN_KINDS[scan.kind], first, last, low, rowStep) < 0)
    throw new UnwritableCoefficient();
  kernel.planTables(components.length);
  return plannedTables(kernel, components.length);
}

/** Bits of a scan header, which `planScan` does not count. */
export function scanHeaderBits(scan: ScanSpec): number {
  return 8 * (8 + 2 * componentsOf(scan).length);
}

/** Writes tables, scan header and data. */
export function writeScan(out: FileWriter, frame: KernelFrame, scan: ScanSpec, plan: ScanTablePlan): void {
  const tablesAt = plan.tables.length > 0 ? out.segment(MARKER.DHT, plan.tables) : 0;
  const components = componentsOf(scan).map((component, index) => {
    return { component, dcTable: plan.dcIds[index]!, acTable: plan.acIds[index]! };
  });
  const selectors = components.flatMap(({ component, dcTable, acTable }) => [
    frame.components[component]!.id,
    (dcTable << 4) | acTable,
  ]);
  const { first, last, low } = bandOf(scan);
  const approximation = scan.kind === 'ac-refine' ? ((low + 1) << 4) | low : low;
  // Ss, Se, Ah and Al (T.81, B.2.3)
  const band = scan.kind === 'dc-first' ? [0, 0, 0] : [first, last, approximation];
  out.segment(MARKER.SOS, [components.length, ...selectors, ...band]);
  tellScan(frame.kernel, components);
  frame.kernel.takeCodes(tablesAt, tablesAt + plan.tables.length, components.length);
  out.scanData(SCAN_KINDS[scan.kind], first, last, low);
}

export function componentsOf(scan: ScanSpec): readonly number[] {
  return 'component' in scan ? [scan.component] : scan.components;
}

function bandOf(scan: ScanSpec) {
  return 'first' in scan ? scan : { first: 0, last: 63, low: 0 };
}
