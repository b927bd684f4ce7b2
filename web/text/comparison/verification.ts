import {
  addedKinds,
  type CategoryResult,
  isReceiptValid,
  type Loss,
  type LossChange,
  type ReceiptFields,
  type ReceiptVerdict,
  type Verification,
  type VerifiedKind,
} from '../../../shared/index.ts';
import type { PageDiff } from '../../visual-diff/proof.ts';
import { format, plural } from '../format.ts';
import { listText, seriesText } from '../i18n/lists.ts';
import { more } from '../i18n/more-words.ts';

const { verify } = more;

/** Texts of the page that compares any two PDFs. */
export const compareWords = {
  ...verify,
  pages: (count: number) => plural(count, 'page'),
  madeBy: (producer: string) => verify.madeBy(cut(producer.replace(/ *\([^)]*\)/g, ''), MAX_OF_A_MAKER)),
  reading: (done: number, total: number) =>
    total === 0 ? verify.reading : verify.readingPage(Math.min(total, done + 1), total),
  drawing: (done: number, total: number) => verify.drawing(Math.min(total, done + 1), total),
  bar: (first: number, last: number, score: string | null) => {
    if (first === last)
      return score === null ? verify.barPageUncompared(first) : verify.barPage(first, score);
    return score === null ? verify.barPagesUncompared(first, last) : verify.barPages(first, last, score);
  },
} as const;

export function kindLabel(kind: VerifiedKind): string {
  return verify.kinds[kind];
}

/** "9 of 126", "all 38". */
export function lostText({ kind, lost, before }: CategoryResult): string {
  const isAll = lost === before && before > 1;
  if (kind === 'text') return isAll ? verify.lostAllWords(before) : verify.lostWords(lost, before);
  return isAll ? verify.lostAll(before) : verify.lostOf(lost, before);
}

/** The kept items of a kind. Also says if there were none, if items are new, or if some could not be compared. */
export function keptText({ kind, before, after, lost, added, notCompared }: CategoryResult): string {
  if (kind === 'metadata') {
    if (lost === 0) return before === 0 ? verify.none : verify.keptWord;
    return after === 0 ? verify.removed : verify.changed;
  }
  // Only reported: pixels fewer than before, and words in another order.
  if (kind === 'resolution' || kind === 'reading-order')
    return lost === 0 ? verify.keptWord : `${verify.changed}: ${verify.lostOf(lost, before)}`;
  if (before === 0) return added === 0 ? verify.none : verify.someNew(added);
  const notes = [
    ...(added > 0 ? [verify.someNew(added)] : []),
    ...(notCompared > 0 ? [verify.someUnsure(notCompared)] : []),
  ];
  return seriesText([keptCount(kind, before), ...notes]);
}

function keptCount(kind: VerifiedKind, count: number): string {
  switch (kind) {
    case 'text':
      return plural(count, 'word');
    case 'page-sizes':
      return verify.same;
    case 'language':
      return verify.keptWord;
    default:
      return verify.lostOf(count, count);
  }
}

export interface VerdictParts {
  readonly differentDocuments: boolean;
  /** Number of kinds with losses, and of pages that look different. */
  readonly things: number;
  readonly pages: number;
}

/** The verdict, as the headline. */
export function verdictText({ differentDocuments, things, pages }: VerdictParts): string {
  if (differentDocuments) return verify.different;
  if (things === 0) return pages === 0 ? verify.nothingLost : verify.nothingLostBut(pages);
  return pages === 0 ? verify.thingsLost(things) : verify.thingsAndPages(things, verify.pagesDiffer(pages));
}

/** "Added: Links 1, Attachments 2."; empty if nothing was added. */
export function addedText(verification: Pick<Verification, 'categories'>): string {
  const kinds = addedKinds(verification);
  if (kinds.length === 0) return '';
  return verify.addedKinds(
    listText(kinds.map(({ kind, added }) => `${kindLabel(kind)} ${format.count(added)}`)),
  );
}

/** "48.6 MB → 6.1 MB, 87% smaller." */
export function sizesText(before: number, after: number): string {
  const sizes = [format.bytes(before), format.bytes(after)] as const;
  return after < before
    ? verify.sizesSmaller(...sizes, format.savedShare(before, after))
    : verify.sizes(...sizes);
}

export function worstText({
  page,
  similarity,
  spot,
}: Pick<PageDiff, 'page' | 'similarity' | 'spot'>): string {
  const score = format.score(similarity);
  return similarity >= 0.98 && spot == null ? verify.worstSame(page, score) : verify.worst(page, score);
}

/** Above the bars. */
export function linesText(low: number, total: number): string {
  return low === 0 ? verify.allAbove(total) : verify.under(low, total);
}

/** The verdict on a receipt. */
export function receiptCheckText(verdict: ReceiptVerdict): { readonly title: string; readonly text: string } {
  const { seal } = verify;
  if (verdict.kind === 'other-file') return { title: seal.otherFile, text: seal.otherDigest };
  const { outputMatches, reproduced, fileReproduced, versions, size } = verdict;
  const isOtherVersion = versions.receipt !== versions.current;
  const both = [versions.receipt, versions.current] as const;
  if (isReceiptValid(verdict)) return { title: seal.right, text: seal.match(size) };
  if ((outputMatches && reproduced) || fileReproduced) return fieldsText(verdict.fields);
  const title = seal.otherBytes;
  if (reproduced) return { title, text: seal.changedButNamed };
  if (outputMatches) {
    return { title, text: isOtherVersion ? seal.otherSettingsOr(...both) : seal.otherSettings };
  }
  return { title, text: isOtherVersion ? seal.changedAfterOr(...both) : seal.changedAfter };
}

/** The bytes match, but fields of the receipt differ. */
function fieldsText({ different, notChecked }: ReceiptFields): {
  readonly title: string;
  readonly text: string;
} {
  const { seal } = verify;
  if (different.length > 0) return { title: seal.notRight, text: seal.different(listed(different)) };
  return { title: seal.notWhole, text: seal.notChecked(listed(notChecked.map(({ field }) => field))) };
}

/** Names from a receipt, which may be forged. */
function listed(fields: readonly string[]): string {
  return listText(fields.map((field) => cut(field)));
}

const HOW: Readonly<Record<LossChange, string>> = verify.how;
/** Maximum length of a name or value from the file, and of its producer's name. */
const MAX_LETTERS = 80;
const MAX_OF_A_MAKER = 40;

/** One loss by its name: "https://example.org, gone". */
export function lossText({ change, name, before, after }: Loss): string {
  if (before === undefined || after === undefined) return verify.loss(cut(name), HOW[change]);
  return verify.lossChange(cut(name), HOW[change], cut(before), cut(after));
}

function cut(text: string, most = MAX_LETTERS): string {
  const letters = [...text.replace(/\p{Cc}/gu, '\ufffd')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('')}…`;
}
