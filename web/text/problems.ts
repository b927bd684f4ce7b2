import type { LimitName, PdfProblem } from '../../shared/index.ts';
import type { JobProblem, TabProblem } from '../worker/problem.ts';
import { format } from './format.ts';

/** How a problem is told: a word for the badge, and what happened with what can be done. */
export interface ProblemText {
  readonly badge: string;
  readonly tone: 'warn' | 'bad';
  readonly line: string;
}

type Reason<Code extends PdfProblem['code']> = Extract<PdfProblem, { code: Code; reason: string }>['reason'];

const NOT_A_PDF: Readonly<Record<Reason<'not_a_pdf'>, ProblemText>> = {
  empty: {
    badge: 'Empty file',
    tone: 'bad',
    line: 'This file is empty. Nothing was changed. Look for another copy of it.',
  },
  'no-header': {
    badge: 'Not a PDF',
    tone: 'bad',
    line: 'This file is not a PDF, even if its name says so. Nothing was changed.',
  },
};

const NEEDS_PASSWORD: ProblemText = {
  badge: 'Locked',
  tone: 'warn',
  line: 'Needs its password. The smaller copy will keep the same password.',
};

const ENCRYPTED: Readonly<Record<Reason<'encrypted_pdf'>, ProblemText>> = {
  'password-needed': NEEDS_PASSWORD,
  'wrong-password': NEEDS_PASSWORD,
  'unsupported-handler': {
    badge: 'Locked',
    tone: 'bad',
    line: 'It is locked in a way we can’t open, with a certificate for example. Your original is untouched.',
  },
};

const DAMAGED: Readonly<Record<Reason<'damaged_pdf'>, ProblemText>> = {
  'no-xref': damaged('The list of where its parts are is missing or broken.'),
  'no-catalog': damaged('The part that everything else hangs on is missing.'),
  'no-pages': {
    badge: 'No pages',
    tone: 'bad',
    line: 'This PDF has no pages. Your original is untouched.',
  },
  unreadable: damaged('Part of it can’t be read. We don’t guess.'),
};

type PlainTabCode = Exclude<TabProblem['code'], 'does_not_fit'>;

const TAB: Readonly<Record<PlainTabCode, ProblemText>> = {
  out_of_memory: {
    badge: 'Out of memory',
    tone: 'bad',
    line: 'The tab ran out of memory on this file, and your original is untouched. Low-memory mode is slower but does one image at a time.',
  },
  crashed: {
    badge: 'Our fault',
    tone: 'bad',
    line: 'Something broke on our side. Your file is untouched. Copy the report if you want to tell us; it has no file names or contents.',
  },
  worker_died: {
    badge: 'Stopped',
    tone: 'bad',
    line: 'The browser stopped the work on this file before it was done. Your file is untouched. Low-memory mode is slower but needs less of it.',
  },
  unreadable_file: {
    badge: 'Can’t be read',
    tone: 'bad',
    line: 'The browser can’t read this file any more: it was moved, renamed or changed. Try again, or remove it here and add it anew.',
  },
  no_wasm: {
    badge: 'Not supported',
    tone: 'bad',
    line: 'This browser has WebAssembly turned off, and compressing needs it. Turn it on or use another browser. Your file is untouched.',
  },
  engine_not_loaded: {
    badge: 'Not loaded',
    tone: 'bad',
    line: 'The part of this page that compresses did not load. Check your connection and try again. Your file is untouched.',
  },
};

export const WRONG_PASSWORD = 'That password doesn’t open it. Check capitals and try again.';

/** The words for a problem, for every code and reason there is. */
export function problemText(problem: JobProblem): ProblemText {
  switch (problem.code) {
    case 'not_a_pdf':
      return NOT_A_PDF[problem.reason];
    case 'encrypted_pdf':
      return ENCRYPTED[problem.reason];
    case 'damaged_pdf':
      return DAMAGED[problem.reason];
    case 'unsupported_filter':
      return {
        badge: 'Not supported',
        tone: 'bad',
        line: `It is packed in a way that is not known here yet, called ${problem.filter}. Your original is untouched. Saving it anew with the program that made it, for older readers, may help.`,
      };
    case 'limit_exceeded':
      return limitText(problem.limit, problem.allowed);
    case 'does_not_fit':
      return {
        badge: 'Needs more memory',
        tone: 'bad',
        line: `This needs about ${format.bytes(problem.needs)}, and a tab can use about ${format.bytes(problem.has)} here. Close other tabs and try anyway, split it first, or use the API on a server with more memory.`,
      };
    default:
      return TAB[problem.code];
  }
}

function damaged(cause: string): ProblemText {
  return {
    badge: 'Damaged',
    tone: 'bad',
    line: `${cause} Your original is untouched. A fresh download or a new export often helps.`,
  };
}

function limitText(limit: LimitName, allowed: number): ProblemText {
  const lines: Readonly<Record<LimitName, string>> = {
    inputBytes:
      'A browser tab can hold about 2 GB. Split it first, or use the API on a server with more memory.',
    objects: `It has more than ${format.count(allowed)} parts. Split it first. Your original is untouched.`,
    nesting: `Its parts lie more than ${format.count(allowed)} levels deep, as in no honest file. Your original is untouched.`,
    streamBytes: `One of its parts unpacks to more than ${format.bytes(allowed)}. Your original is untouched.`,
    totalBytes: `Its parts unpack to more than ${format.bytes(allowed)} together. Split it first. Your original is untouched.`,
    imagePixels: `One of its images has more than ${format.count(allowed)} pixels. Your original is untouched.`,
    xrefSections: `It was saved on top of itself more than ${format.count(allowed)} times. Save it under a new name first. Your original is untouched.`,
  };
  return { badge: limit === 'inputBytes' ? 'Too large' : 'Over a limit', tone: 'bad', line: lines[limit] };
}
