import type { CodableFrame } from './codable.ts';
import { progressiveScript, sequentialScript } from './scan-script.ts';
import { UnwritableCoefficient } from './sequential-tokens.ts';
import { planScript, type ScriptPlan } from './write.ts';

/**
 * Sequential or progressive, whichever takes fewer bytes. Null when neither can hold the coefficients, which only
 * happens to files that no encoder wrote.
 */
export function smallestPlan(frame: CodableFrame): ScriptPlan | null {
  try {
    const sequential = planScript(frame, 'sequential', sequentialScript(frame));
    const progressive = planScript(frame, 'progressive', progressiveScript(frame));
    return progressive.bytes < sequential.bytes ? progressive : sequential;
  } catch (error) {
    if (error instanceof UnwritableCoefficient) return null;
    throw error;
  }
}
