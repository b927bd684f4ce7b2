import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import type { PdfProblem } from '../../shared/index.ts';

/** Explains a problem and what to do about it on the command line. */
export function problemText(problem: PdfProblem): string {
  if (problem.code === 'encrypted_pdf' && problem.reason === 'password-needed')
    return 'The file needs a password. Give it in PAGELIGHT_PASSWORD, or with --password.';
  return pdfProblemDetail(problem);
}
