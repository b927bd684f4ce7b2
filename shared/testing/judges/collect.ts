import { expect } from 'vitest';
import type { compress } from '../../compress.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { keepOutput } from './outputs.ts';

/** A folder for every smaller file that a test makes, for examination by other programs; `npm run test:full` sets it. */
export const OUTPUTS = process.env.PAGELIGHT_OUTPUTS;

/** Readers may differ on intentional damage: `fair-end.ts` decides on the outcome. */
const DAMAGED_ON_PURPOSE = 'shared/fuzz.test.ts';

/** `compress` that also stores every smaller file in `folder`. */
export function keepingOutputs(folder: string, real: typeof compress): typeof compress {
  return async (input, options, run) => {
    const result = await real(input, options, run);
    const madeBy = runningTest();
    if (!result.report.unchanged && !madeBy.startsWith(DAMAGED_ON_PURPOSE)) {
      const { password = '' } = run;
      keepOutput(folder, { madeBy, password, input, output: result.bytes });
    }
    return result;
  };
}

/** Stores a pass's result for a document in memory, as files before and after. */
export async function keepPassed(
  build: () => PdfDocument | Promise<PdfDocument>,
  passed: PdfDocument,
): Promise<void> {
  if (OUTPUTS === undefined) return;
  const input = writeDocument(await build(), { objectStreams: true });
  const output = writeDocument(passed, { objectStreams: true });
  keepOutput(OUTPUTS, { madeBy: runningTest(), password: '', input, output });
}

function runningTest(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  return `${testPath.slice(process.cwd().length + 1)}: ${currentTestName}`;
}
