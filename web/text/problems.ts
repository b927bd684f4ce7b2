import type { LimitName, PdfProblem } from '../../shared/index.ts';
import type { JobProblem, TabProblem } from '../worker/problem.ts';
import { format } from './format.ts';
import { more } from './i18n/more-words.ts';

/** Texts of a problem: a word for the badge, and what happened and what to do. */
export interface ProblemText {
  readonly badge: string;
  readonly tone: 'warn' | 'bad';
  readonly line: string;
}

type Reason<Code extends PdfProblem['code']> = Extract<PdfProblem, { code: Code; reason: string }>['reason'];

const { badges, lines } = more.problems;
const { split } = more;

const bad = (badge: string, line: string): ProblemText => ({ badge, tone: 'bad', line });

const NOT_A_PDF: Readonly<Record<Reason<'not_a_pdf'>, ProblemText>> = {
  empty: bad(badges.empty, lines.empty),
  'no-header': bad(badges.notPdf, lines.notPdf),
};

const NEEDS_PASSWORD: ProblemText = { badge: badges.locked, tone: 'warn', line: lines.needsPassword };

const ENCRYPTED: Readonly<Record<Reason<'encrypted_pdf'>, ProblemText>> = {
  'password-needed': NEEDS_PASSWORD,
  'wrong-password': NEEDS_PASSWORD,
  'unsupported-handler': bad(badges.locked, lines.handler),
};

const DAMAGED: Readonly<Record<Reason<'damaged_pdf'>, ProblemText>> = {
  'no-xref': bad(badges.damaged, lines.noXref),
  'no-catalog': bad(badges.damaged, lines.noCatalog),
  'no-pages': bad(badges.noPages, lines.noPages),
  unreadable: bad(badges.damaged, lines.unreadablePart),
};

type PlainTabCode = Exclude<TabProblem['code'], 'does_not_fit'>;

const TAB: Readonly<Record<PlainTabCode, ProblemText>> = {
  out_of_memory: bad(badges.memory, lines.outOfMemory),
  crashed: bad(badges.ours, lines.crashed),
  worker_died: bad(badges.stopped, lines.workerDied),
  unreadable_file: bad(badges.unreadable, lines.unreadableFile),
  no_wasm: bad(badges.unsupported, lines.noWasm),
  engine_not_loaded: bad(badges.notLoaded, lines.engineNotLoaded),
};

export const WRONG_PASSWORD = more.problems.wrongPassword;

/** Texts for every problem code and reason. */
export function problemText(problem: JobProblem): ProblemText {
  switch (problem.code) {
    case 'not_a_pdf':
      return NOT_A_PDF[problem.reason];
    case 'encrypted_pdf':
      return ENCRYPTED[problem.reason];
    case 'damaged_pdf':
      return DAMAGED[problem.reason];
    case 'unsupported_filter':
      return bad(badges.unsupported, lines.filter(problem.filter));
    case 'cannot_split':
      return bad(split.cannot, cannotSplitText(problem));
    case 'limit_exceeded':
      return limitText(problem.limit, problem.allowed);
    case 'does_not_fit':
      return bad(
        badges.needsMemory,
        lines.doesNotFit(format.bytes(problem.needs), format.bytes(problem.has)),
      );
    default:
      return TAB[problem.code];
  }
}

/** Why a document cannot be split. */
export function cannotSplitText({
  reason,
  page = 1,
  found = 0,
  allowed = 0,
}: Extract<PdfProblem, { code: 'cannot_split' }>): string {
  switch (reason) {
    case 'signed':
    case 'damaged':
      return split[reason];
    case 'xfa-form':
      return split.form;
    case 'page-over-limit':
      return split.pageOver(page, format.bytes(found), format.bytes(allowed));
    case 'attachment-over-limit':
      return split.fileOver(format.bytes(found), format.bytes(allowed));
    case 'verification-failed':
      return split.notEqual;
  }
}

function limitText(limit: LimitName, allowed: number): ProblemText {
  const texts: Readonly<Record<LimitName, string>> = {
    inputBytes: lines.inputBytes,
    objects: lines.objects(allowed),
    nesting: lines.nesting(allowed),
    streamBytes: lines.streamBytes(format.bytes(allowed)),
    totalBytes: lines.totalBytes(format.bytes(allowed)),
    imagePixels: lines.imagePixels(allowed),
    xrefSections: lines.xrefSections(allowed),
  };
  return bad(limit === 'inputBytes' ? badges.tooLarge : badges.overLimit, texts[limit]);
}
