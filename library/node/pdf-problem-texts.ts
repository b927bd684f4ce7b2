import type { LimitName, PdfProblem, PdfProblemCode } from '../../shared/index.ts';

/** Explains a problem and what to do about it, in the terms of the API and the command line. */
export function pdfProblemDetail(problem: PdfProblem): string {
  switch (problem.code) {
    case 'not_a_pdf':
      return problem.reason === 'empty'
        ? 'The file is empty. Choose the PDF again.'
        : 'The file does not begin like a PDF. Choose a PDF file.';
    case 'encrypted_pdf':
      return ENCRYPTED_DETAILS[problem.reason];
    case 'damaged_pdf':
      return DAMAGED_DETAILS[problem.reason];
    case 'unsupported_filter':
      return `Parts that say where its objects are went through the filter "${problem.filter}", which is not known here. The file may be sound; save it with another program, or without that filter.`;
    case 'cannot_split':
      return cannotSplitDetail(problem);
    case 'limit_exceeded': {
      const found = problem.found === undefined ? '' : `, and this one has ${problem.found}`;
      return `At most ${problem.allowed} ${LIMIT_WORDS[problem.limit]} are possible${found}. Split the PDF.`;
    }
  }
}

type ReasonOf<Code extends PdfProblemCode> =
  Extract<PdfProblem, { code: Code }> extends { reason: infer Reason extends string } ? Reason : never;

const ENCRYPTED_DETAILS: Readonly<Record<ReasonOf<'encrypted_pdf'>, string>> = {
  'password-needed': 'It opens only with a password. Give the password along with the file.',
  'wrong-password': 'The given password does not open it. Check the password.',
  'unsupported-handler': 'Its kind of protection is not supported. Remove the protection first.',
};

const DAMAGED_DETAILS: Readonly<Record<ReasonOf<'damaged_pdf'>, string>> = {
  'no-xref': 'Its index of objects is missing or unreadable. Get the file again from where it came.',
  'no-catalog': 'Its catalog is missing. Get the file again from where it came.',
  'no-pages': 'It has no readable pages. Get the file again from where it came.',
  unreadable: 'It could not be read. Get the file again from where it came.',
};

function cannotSplitDetail({
  reason,
  allowed,
  found,
  page,
}: Extract<PdfProblem, { code: 'cannot_split' }>): string {
  switch (reason) {
    case 'signed':
      return 'It is signed, and splitting would break the signature. Set breakSignatures to split it all the same.';
    case 'damaged':
      return 'It is damaged, and parts of it cannot be read. Repair it first.';
    case 'xfa-form':
      return 'Its form is one program for all pages (XFA), which cannot be taken apart.';
    case 'page-over-limit':
      return `Page ${page} alone takes ${found} bytes, and a part may have ${allowed}. Allow larger parts, or softer pictures.`;
    case 'attachment-over-limit':
      return `An embedded file takes ${found} bytes, and a part may have ${allowed}. Allow larger parts, or set removeAttachments.`;
    case 'verification-failed':
      return 'A part did not prove equal to its pages, so nothing was split.';
  }
}

const LIMIT_WORDS: Readonly<Record<LimitName, string>> = {
  inputBytes: 'bytes',
  objects: 'objects',
  nesting: 'levels of nesting',
  streamBytes: 'unpacked bytes in one stream',
  totalBytes: 'unpacked bytes in all streams',
  imagePixels: 'pixels in one image',
  xrefSections: 'cross-reference sections',
};
