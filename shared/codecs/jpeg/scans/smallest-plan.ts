import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { UnwritableCoefficient } from './scan-coding.ts';
import { progressiveScans, sequentialScript } from './scan-script.ts';
import { planScript, type ScriptPlan, scriptOf } from './write.ts';

/** From so many blocks on, sequential never is smaller: the headers of more scans are all that progressive files lose. */
const SURELY_PROGRESSIVE_BLOCKS = 8192;

/**
 * Sequential or progressive, whichever takes fewer bytes. Null when neither can hold the coefficients, which only
 * happens to files that no encoder wrote. The frame's coefficients must not change afterwards.
 */
export function smallestPlan(frame: KernelFrame): ScriptPlan | null {
  try {
    const progressive = scriptOf('progressive', progressiveScans(frame));
    const blocks = frame.components.reduce((sum, { stride, rows }) => sum + stride * rows, 0);
    if (blocks >= SURELY_PROGRESSIVE_BLOCKS) return progressive;
    const sequential = planScript(frame, 'sequential', sequentialScript(frame));
    return progressive.bytes < sequential.bytes ? progressive : sequential;
  } catch (error) {
    if (error instanceof UnwritableCoefficient) return null;
    throw error;
  }
}
