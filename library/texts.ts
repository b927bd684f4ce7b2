/** Texts for people: the meaning of a problem or a warning, and what to do about it. */
import type { PdfProblem, Warning } from '../shared/index.ts';
import { pdfProblemDetail } from './node/pdf-problem-texts.ts';
import { warningText as textOfWarning } from './node/warning-texts.ts';

export type { PdfProblem, Warning };

/**
 * Explains a problem, in English.
 *
 * @example
 * const problem = problemOf(thrown);
 * if (problem !== null) console.error(problemText(problem));
 */
export const problemText: (problem: PdfProblem) => string = pdfProblemDetail;

/**
 * Explains a warning of a report, in English.
 *
 * @example
 * for (const warning of report.warnings) console.warn(warningText(warning));
 */
export const warningText: (warning: Warning) => string = textOfWarning;
