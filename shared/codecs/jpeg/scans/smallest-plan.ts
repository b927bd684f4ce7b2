import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { UnwritableCoefficient } from './scan-coding.ts';
import { progressiveScans, sequentialScript } from './scan-script.ts';
import { planScript, type ScriptPlan, scriptOf } from './write.ts';

/**
 * From this many blocks on, sequential is never smaller: progressive files only lose by the headers of more
 * scans.
 */
const SURELY_PROGRESSIVE_BLOCKS = 8192;

/**
 * Returns the sequential or progressive plan, whichever takes fewer bytes. Null if neither can represent the
 * coefficients, which no encoder produces. The frame's coefficients must not change afterwards.
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
