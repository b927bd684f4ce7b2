import { MARKER } from '../format/header.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { FileWriter } from './file-writer.ts';
import { type PlannedScan, planScan, type ScanSpec, scanHeaderBits, writeScan } from './scan-coding.ts';

/** Scans with their tables and total size. */
export interface ScriptPlan {
  readonly process: 'sequential' | 'progressive';
  readonly scans: readonly PlannedScan[];
  /** Bytes of all scans with their headers; exact except for stuffed bytes. */
  readonly bytes: number;
}

/** Plans the tables of a script. */
export function planScript(
  frame: KernelFrame,
  process: ScriptPlan['process'],
  script: readonly ScanSpec[],
): ScriptPlan {
  return scriptOf(
    process,
    script.map((scan) => ({ scan, plan: planScan(frame, scan) })),
  );
}

/** A script with known tables. */
export function scriptOf(process: ScriptPlan['process'], scans: readonly PlannedScan[]): ScriptPlan {
  const bits = scans.reduce(
    (sum, { scan, plan }) => sum + plan.dataBits + plan.tableBits + scanHeaderBits(scan),
    0,
  );
  return { process, scans, bytes: Math.ceil(bits / 8) };
}

/**
 * Writes the whole file: `appSegments` unchanged after SOI, then tables, frame and scans. It also stays in
 * its place after the frame.
 */
export function writeFrame(
  frame: KernelFrame,
  { process, scans }: ScriptPlan,
  appSegments: readonly Uint8Array[],
): Uint8Array {
  const out = new FileWriter(frame);
  out.append([0xff, MARKER.SOI]);
  for (const segment of appSegments) out.append(segment);
  const tables = distinctTables(frame);
  out.segment(MARKER.DQT, tables.flatMap(quantTableBytes));
  out.segment(frameMarker(process, tables), [
    8,
    ...twoBytes(frame.height),
    ...twoBytes(frame.width),
    frame.components.length,
    ...frame.components.flatMap(({ id, horizontal, vertical, quantTable }) => [
      id,
      (horizontal << 4) | vertical,
      tables.findIndex((table) => areEqual(table, quantTable)),
    ]),
  ]);
  for (const { scan, plan } of scans) writeScan(out, frame, scan, plan);
  out.append([0xff, MARKER.EOI]);
  return out.finish();
}

function frameMarker(process: ScriptPlan['process'], tables: readonly Uint16Array[]): number {
  if (process === 'progressive') return MARKER.SOF2;
  // Baseline only allows 8-bit quantization tables (T.81, B.2.4.1).
  return tables.some(hasWideEntries) ? MARKER.SOF1 : MARKER.SOF0;
}

/** Components with equal tables share one; there are at most four, as many as identifiers. */
function distinctTables({ components }: KernelFrame): readonly Uint16Array[] {
  const tables: Uint16Array[] = [];
  for (const { quantTable } of components) {
    if (!tables.some((table) => areEqual(table, quantTable))) tables.push(quantTable);
  }
  return tables;
}

function quantTableBytes(table: Uint16Array, id: number): number[] {
  if (!hasWideEntries(table)) return [id, ...table];
  return [(1 << 4) | id, ...Array.from(table).flatMap(twoBytes)];
}

function hasWideEntries(table: Uint16Array): boolean {
  return table.some((entry) => entry > 255);
}

function areEqual(a: Uint16Array, b: Uint16Array): boolean {
  return a.every((entry, index) => entry === b[index]);
}

function twoBytes(value: number): [high: number, low: number] {
  return [value >> 8, value & 255];
}
