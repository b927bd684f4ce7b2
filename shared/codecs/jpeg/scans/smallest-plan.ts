import type { CodableFrame } from '../format/codable.ts';
import { progressiveScans, sequentialScript } from './scan-script.ts';
import { UnwritableCoefficient } from './sequential-tokens.ts';
import { planScript, type ScriptPlan, scriptOf } from './write.ts';

/** From so many blocks on, sequential never is smaller: the headers of more scans are all that progressive files lose. */
const SURELY_PROGRESSIVE_BLOCKS = 8192;

/**
 * Sequential or progressive, whichever takes fewer bytes. Null when neither can hold the coefficients, which only
 * happens to files that no encoder wrote.
 */
export function smallestPlan(frame: CodableFrame): ScriptPlan | null {
  try {
    const progressive = scriptOf('progressive', progressiveScans(frame));
    const blocks = frame.components.reduce((sum, { dc }) => sum + dc.length, 0);
    if (blocks >= SURELY_PROGRESSIVE_BLOCKS) return progressive;
    const sequential = planScript(frame, 'sequential', sequentialScript(frame));
    return progressive.bytes < sequential.bytes ? progressive : sequential;
  } catch (error) {
    if (error instanceof UnwritableCoefficient) return null;
    throw error;
  }
}
