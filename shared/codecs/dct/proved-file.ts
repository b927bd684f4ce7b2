import type { KernelFrame } from '../jpeg/kernel/kernel-frame.ts';
import { readsAs } from '../jpeg/read/frame-proof.ts';
import { UnwritableCoefficient } from '../jpeg/scans/scan-coding.ts';
import { sequentialScript } from '../jpeg/scans/scan-script.ts';
import { smallestPlan } from '../jpeg/scans/smallest-plan.ts';
import { planScript, type ScriptPlan, writeFrame } from '../jpeg/scans/write.ts';

/** A file of these coefficients, sequential or progressive. */
export interface ProvedFile {
  readonly bytes: Uint8Array;
  readonly process: ScriptPlan['process'];
}

/**
 * Returns the smallest file of a frame, with these segments after SOI; null if it cannot be written or fails
 * the check.
 */
export function provedFile(frame: KernelFrame, appSegments: readonly Uint8Array[]): ProvedFile | null {
  const plan = smallestPlan(frame);
  return plan === null ? null : provedPlan(frame, plan, appSegments);
}

/** Writes a plan, reads the file again and compares it. The frame is consumed. */
export function provedPlan(
  frame: KernelFrame,
  plan: ScriptPlan,
  appSegments: readonly Uint8Array[],
): ProvedFile | null {
  const bytes = writeFrame(frame, plan, appSegments);
  return readsAs(bytes, frame) ? { bytes, process: plan.process } : null;
}

/** Like provedFile(), but sequential: for files that are recoded later. */
export function provedSequential(frame: KernelFrame, appSegments: readonly Uint8Array[]): ProvedFile | null {
  try {
    return provedPlan(frame, planScript(frame, 'sequential', sequentialScript(frame)), appSegments);
  } catch (error) {
    if (error instanceof UnwritableCoefficient) return null;
    throw error;
  }
}
