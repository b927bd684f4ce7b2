import { heapOf, type JpegKernel } from './jpeg-kernel.ts';

/** Kinds of scans (T.81, Table B.3), as numbered by kernels. */
export const SCAN_KINDS = {
  sequential: 0,
  'dc-first': 1,
  'dc-refine': 2,
  'ac-first': 3,
  'ac-refine': 4,
} as const;

/** A component of a scan by its index in the frame, with the tables it uses. */
export interface ScanComponent {
  readonly component: number;
  readonly dcTable: number;
  readonly acTable: number;
}

/** Passes the components of the next scan and their tables to a kernel. */
export function tellScan(kernel: JpegKernel, components: readonly ScanComponent[]): void {
  const heap = heapOf(kernel);
  heap[kernel.scanAt()] = components.length;
  for (const [index, { component, dcTable, acTable }] of components.entries()) {
    const at = kernel.scanAt() + 1 + index;
    heap[at] = component;
    heap[at + 4] = dcTable;
    heap[at + 8] = acTable;
  }
}
