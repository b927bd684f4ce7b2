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

/** The smallest file of a frame, with these segments behind SOI; null when it cannot be written or does not prove equal. */
export function provedFile(frame: KernelFrame, appSegments: readonly Uint8Array[]): ProvedFile | null {
  const plan = smallestPlan(frame);
  return plan === null ? null : provedPlan(frame, plan, appSegments);
}

/** The same of a plan: written, read again and compared before it is given out. The frame is used up. */
export function provedPlan(
  frame: KernelFrame,
  plan: ScriptPlan,
  appSegments: readonly Uint8Array[],
): ProvedFile | null {
  const bytes = writeFrame(frame, plan, appSegments);
  return readsAs(bytes, frame) ? { bytes, process: plan.process } : null;
}

/** The same, but sequential: for what is coded once more later. */
export function provedSequential(frame: KernelFrame, appSegments: readonly Uint8Array[]): ProvedFile | null {
  try {
    return provedPlan(frame, planScript(frame, 'sequential', sequentialScript(frame)), appSegments);
  } catch (error) {
    if (error instanceof UnwritableCoefficient) return null;
    throw error;
  }
}
