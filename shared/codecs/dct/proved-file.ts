import { codable } from '../jpeg/format/codable.ts';
import { frameDigest } from '../jpeg/format/digest.ts';
import type { Frame } from '../jpeg/format/frame.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { smallestPlan } from '../jpeg/scans/smallest-plan.ts';
import { type ScriptPlan, writeFrame } from '../jpeg/scans/write.ts';

/** A file of these coefficients, sequential or progressive. */
export interface ProvedFile {
  readonly bytes: Uint8Array;
  readonly process: ScriptPlan['process'];
}

/** The smallest file of a frame before it is written. */
export interface PlannedFile {
  /** It will not take fewer bytes than these. */
  readonly leastBytes: number;
  /**
   * Writes it, reads it again and compares before it is given out; null when it does not prove equal. The frame's
   * coefficients are overwritten.
   */
  readonly finish: () => ProvedFile | null;
}

/** Plans a file with these segments behind SOI; null when it cannot be written. */
export function plannedFile(frame: Frame, appSegments: readonly Uint8Array[]): PlannedFile | null {
  const source = codable(frame);
  const plan = smallestPlan(source);
  if (plan === null) return null;
  const finish = () => {
    const bytes = writeFrame(source, plan, appSegments);
    const expected = frameDigest(frame);
    // The planes are read into again: after this, the frame holds what the new file says.
    const planes = frame.components.map(({ coefficients }) => coefficients);
    const again = readCoefficients(bytes, { maxPixels: frame.width * frame.height }, planes);
    if (again === null || frameDigest(again.frame) !== expected) return null;
    return { bytes, process: plan.process };
  };
  return { leastBytes: plan.bytes, finish };
}
