import { availableParallelism } from 'node:os';
import { FileBuilder, onePage } from '../documents/files.ts';
import { EXCEPTIONS, type Exception } from './exceptions.ts';
import { type Finding, findings, type Judge } from './judge.ts';
import { MUTOOL } from './mutool.ts';
import { keptNames, keptOutput } from './outputs.ts';
import { PDFIUM } from './pdfium.ts';
import { PDFJS } from './pdfjs.ts';
import { QPDF } from './qpdf.ts';

/** Verdict of the judges on all outputs, one sentence per problem. */
export interface Judgement {
  readonly judged: number;
  readonly problems: readonly string[];
}

/** MuPDF draws one output in this number: names are digests, so it is a random sample. */
const DRAWN_OF = 16;
/** MuPDF draws nothing of some valid refinements and halftones, and readers differ on the gray of CMYK. */
const NOT_DRAWN = ['foreign-jbig2.test.ts', 'Indexed over CMYK'];

/**
 * Shows every output in a folder (`outputs.ts`) to all judges, and a sixteenth to MuPDF, which draws. Complaints about
 * the input and exceptions are no problem; an unused exception is one.
 * @param hasMutool whether MuPDF is installed
 */
export async function judgeOutputs(folder: string, hasMutool: boolean): Promise<Judgement> {
  const names = keptNames(folder);
  const isDrawn = (name: string) =>
    Number.parseInt(name.slice(0, 2), 16) % DRAWN_OF === 0 &&
    !NOT_DRAWN.some((test) => keptOutput(folder, name).madeBy.includes(test));
  const drawn = hasMutool ? names.filter(isDrawn) : [];
  const unneeded = new Set(EXCEPTIONS);
  const problems = await blindJudges([QPDF, PDFIUM, PDFJS]);
  const judgeAll = async (judges: readonly Judge[], waiting: string[]) => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { madeBy, input, output, password } = keptOutput(folder, name);
      for (const found of await findings(judges, input, output, password)) {
        const exception = exceptionFor(madeBy, found);
        if (exception === undefined) problems.push(problemOf(name, madeBy, found));
        else unneeded.delete(exception);
      }
    }
  };
  // PDFium uses this thread, pdf.js another, qpdf and MuPDF processes of their own.
  const forQpdf = [...names];
  await Promise.all([
    judgeAll([PDFIUM], [...names]),
    judgeAll([PDFJS], [...names]),
    judgeAll([MUTOOL], drawn),
    ...Array.from({ length: availableParallelism() }, () => judgeAll([QPDF], forQpdf)),
  ]);
  for (const { judge, test } of unneeded)
    problems.push(`The exception for ${judge} of "${test}" is not needed.`);
  return { judged: names.length, problems };
}

/** Checks that each judge complains about half a file; otherwise it could not find any problem. */
async function blindJudges(judges: readonly Judge[]): Promise<string[]> {
  const whole = onePage(new FileBuilder()).table('/Root 1 0 R').build();
  const found = await findings(judges, whole, whole.subarray(0, whole.length / 2));
  const seeing = new Set(found.map(({ judge }) => judge));
  return judges.filter(({ name }) => !seeing.has(name)).map(({ name }) => `${name} finds half a file right.`);
}

function exceptionFor(madeBy: string, { judge, says }: Finding): Exception | undefined {
  return EXCEPTIONS.find(
    (exception) =>
      exception.judge === judge && madeBy.includes(exception.test) && says.includes(exception.says),
  );
}

function problemOf(name: string, madeBy: string, { judge, says }: Finding): string {
  return `${judge}: ${says}\n  ${madeBy}\n  ${name.slice(0, 12)}…`;
}
