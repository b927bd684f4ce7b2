import { expect } from 'vitest';
import type { compress } from '../../compress.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { keepOutput } from './outputs.ts';

/** A folder for every smaller file that a test makes, so that programs of others can judge them; `npm test` gives one. */
export const OUTPUTS = process.env.PAGELIGHT_OUTPUTS;

/** Of what is damaged on purpose readers may think differently: how it may end is for `fair-end.ts` to say. */
const DAMAGED_ON_PURPOSE = 'shared/fuzz.test.ts';

/** `compress`, and every smaller file that it makes lies in `folder` afterwards. */
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

/** Keeps what a pass made of a document in memory, as the files that they would be. */
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
