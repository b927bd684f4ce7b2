import { codable } from './codable.ts';
import { frameDigest } from './digest.ts';
import type { Frame } from './frame.ts';
import { readCoefficients } from './read.ts';
import { smallestPlan } from './smallest-plan.ts';
import { type ScriptPlan, writeFrame } from './write.ts';

/** A file of these coefficients, sequential or progressive. */
export interface ProvedFile {
  readonly bytes: Uint8Array;
  readonly process: ScriptPlan['process'];
}

/**
 * The smallest file of a frame, with these segments behind SOI; it is read again and compared before it is given out.
 * Null when it cannot be written or does not prove equal. The frame's coefficients are overwritten.
 */
export function provedFile(frame: Frame, appSegments: readonly Uint8Array[]): ProvedFile | null {
  const source = codable(frame);
  const plan = smallestPlan(source);
  if (plan === null) return null;
  const bytes = writeFrame(source, plan, appSegments);

  const expected = frameDigest(frame);
  // The planes are read into again: after this, the frame holds what the new file says.
  const planes = frame.components.map(({ coefficients }) => coefficients);
  const again = readCoefficients(bytes, { maxPixels: frame.width * frame.height }, planes);
  if (again === null || frameDigest(again.frame) !== expected) return null;
  return { bytes, process: plan.process };
}
