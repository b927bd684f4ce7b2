import type { LimitName, PdfProblem, PdfProblemCode } from '../../shared/index.ts';

/** Explains a problem and what to do about it, in the terms of the API and the command line. */
export function pdfProblemDetail(problem: PdfProblem): string {
  switch (problem.code) {
    case 'not_a_pdf':
      return problem.reason === 'empty'
        ? 'The file is empty. Choose the PDF again.'
        : 'The file does not start like a PDF. Choose a PDF file.';
    case 'encrypted_pdf':
      return ENCRYPTED_DETAILS[problem.reason];
    case 'damaged_pdf':
      return DAMAGED_DETAILS[problem.reason];
    case 'unsupported_filter':
      return `The cross-reference or object streams use the filter "${problem.filter}", which is not supported. Save the file with another program.`;
    case 'cannot_split':
      return cannotSplitDetail(problem);
    case 'limit_exceeded': {
      const found = problem.found === undefined ? '' : ` (found: ${problem.found})`;
      return `The PDF exceeds the limit of ${problem.allowed} ${LIMIT_WORDS[problem.limit]}${found}.${LIMIT_ADVICE[problem.limit] ?? ''}`;
    }
  }
}

type ReasonOf<Code extends PdfProblemCode> =
  Extract<PdfProblem, { code: Code }> extends { reason: infer Reason extends string } ? Reason : never;

const ENCRYPTED_DETAILS: Readonly<Record<ReasonOf<'encrypted_pdf'>, string>> = {
  'password-needed': 'The file needs a password. Give the password with the file.',
  'wrong-password': 'The password is wrong. Check it and try again.',
  'unsupported-handler': 'Its encryption method is not supported. Remove the protection first.',
};

const DAMAGED_DETAILS: Readonly<Record<ReasonOf<'damaged_pdf'>, string>> = {
  'no-xref': 'Its cross-reference table is missing or unreadable. Download or export the file again.',
  'no-catalog': 'Its catalog is missing. Download or export the file again.',
  'no-pages': 'It has no readable pages. Download or export the file again.',
  unreadable: 'It could not be read. Download or export the file again.',
};

function cannotSplitDetail({
  reason,
  allowed,
  found,
  page,
}: Extract<PdfProblem, { code: 'cannot_split' }>): string {
  switch (reason) {
    case 'signed':
      return 'It is signed, and splitting would break the signature. Set breakSignatures to split it anyway.';
    case 'damaged':
      return 'It is damaged, and parts of it cannot be read. Repair it first.';
    case 'xfa-form':
      return 'It contains an XFA form, which cannot be split.';
    case 'page-over-limit':
      return `Page ${page} alone needs ${found} bytes; a part may have ${allowed}. Allow larger parts, or a lower image quality.`;
    case 'attachment-over-limit':
      return `An embedded file needs ${found} bytes; a part may have ${allowed}. Allow larger parts, or set removeAttachments.`;
    case 'verification-failed':
      return 'A part could not be verified as equal to its pages, so nothing was split.';
  }
}

const LIMIT_WORDS: Readonly<Record<LimitName, string>> = {
  inputBytes: 'bytes',
  objects: 'objects',
  nesting: 'nesting levels',
  streamBytes: 'decoded bytes in one stream',
  totalBytes: 'decoded bytes in all streams',
  imagePixels: 'pixels in one image',
  xrefSections: 'cross-reference sections',
};

/** For limits that a user can do something about. */
const LIMIT_ADVICE: Readonly<Partial<Record<LimitName, string>>> = {
  inputBytes: ' Split the PDF.',
  objects: ' Split the PDF.',
  totalBytes:
    ' It is badly written, or made to overload programs: if you trust its source, print it to a new PDF.',
};
