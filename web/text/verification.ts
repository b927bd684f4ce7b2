import type { KindResult, Loss, LossHow, ReceiptVerdict, VerifiedKind } from '../../shared/index.ts';
import { format, plural } from './format.ts';

/** The words of the page that compares any two PDFs. */
export const compareWords = {
  title: 'Compare any two PDFs',
  sentence: 'See what a smaller copy kept and what it lost, whoever made it. Both files stay on this device.',
  before: 'Before',
  after: 'After',
  swap: 'Swap',
  choose: { before: 'Choose the PDF before', after: 'Choose the PDF after' },
  chooseAnother: { before: 'Choose another before', after: 'Choose another after' },
  dropBoth: 'Or drop both at once: the larger one is taken for the one before.',
  dropping: 'Let go to compare them.',
  pages: (count: number) => plural(count, 'page'),
  madeBy: (producer: string) => `made by ${cut(producer.replace(/ *\([^)]*\)/g, ''), MOST_OF_A_MAKER)}`,
  receipt: {
    ask: 'Have a receipt?',
    hint: 'Drop its .json file here, and we make the smaller file again to see if the bytes are the same.',
    choose: 'Choose a receipt',
    remove: 'Remove',
    unreadable: 'This is no receipt, or one of a version that is not known here.',
    version: (version: string) => `Pagelight ${version}`,
    checking: 'Making the smaller file again',
    notChecked: 'The smaller file could not be made again here.',
  },
  reading: (done: number, total: number) =>
    total === 0
      ? 'Reading both files'
      : `Reading page ${format.count(Math.min(total, done + 1))} of ${format.count(total)}`,
  drawing: (done: number, total: number) =>
    `Comparing page ${format.count(Math.min(total, done + 1))} of ${format.count(total)}`,
  lost: 'Lost',
  kept: 'Kept',
  listThem: 'List them',
  andMore: (count: number) => `and ${format.count(count)} more in the report`,
  look: 'Look at the pages',
  hideLook: 'Hide the pages',
  save: 'Save this report',
  scores: 'Score of each page',
  barEnd: (page: number) => `Page ${format.count(page)}`,
  notDrawn: 'Some pages could not be drawn here, so they have no score.',
  lowLabel: (page: number, score: string) => `${format.count(page)}: ${score}`,
  bar: (first: number, last: number, score: string | null) =>
    `${first === last ? `Page ${format.count(first)}` : `Pages ${format.count(first)} to ${format.count(last)}`}, ${
      score === null ? 'not compared yet' : first === last ? score : `lowest ${score}`
    }`,
  damagedBefore: 'The file before is damaged: what cannot be read of it was not compared.',
  damagedAfter: 'The file after is damaged: what cannot be read of it counts as lost.',
  locked: 'One of the files needs its password.',
  differentHint: 'Hardly a word or a picture of the one stands where it stands in the other.',
  sameBytes: 'Both files are the same, byte for byte.',
  sameObjects: 'Both files hold the same objects.',
} as const;

const KINDS: Readonly<Record<VerifiedKind, string>> = {
  pages: 'Pages',
  'page-sizes': 'Page sizes',
  text: 'Text',
  links: 'Links',
  destinations: 'Named destinations',
  bookmarks: 'Bookmarks',
  fields: 'Form fields',
  annotations: 'Notes and marks',
  tags: 'Tags for screen readers',
  language: 'Language',
  layers: 'Layers',
  attachments: 'Attachments',
  pictures: 'Pictures',
  'page-labels': 'Page labels',
  signatures: 'Signatures',
  scripts: 'Scripts',
  opening: 'How it opens',
  'output-intents': 'Color profiles for print',
  standards: 'Standards',
  protection: 'Password and permissions',
  metadata: 'Metadata',
};

export function kindLabel(kind: VerifiedKind): string {
  return KINDS[kind];
}

/** "9 of 126", "all 38". */
export function lostText({ kind, lost, before }: KindResult): string {
  const words = kind === 'text' ? ' words' : '';
  return lost === before && before > 1
    ? `all ${format.count(before)}${words}`
    : `${format.count(lost)} of ${format.count(before)}${words}`;
}

/** Where none was, that is said; where some are new or could not be compared, that too. */
export function keptText({ kind, before, after, lost, added, unsure }: KindResult): string {
  if (kind === 'metadata')
    return lost === 0 ? (before === 0 ? 'none' : 'kept') : after === 0 ? 'removed' : 'changed';
  if (before === 0) return added === 0 ? 'none' : `${format.count(added)} new`;
  const notes = [
    ...(added > 0 ? [`${format.count(added)} new`] : []),
    ...(unsure > 0 ? [`${format.count(unsure)} not compared`] : []),
  ];
  const count =
    kind === 'text'
      ? plural(before, 'word')
      : kind === 'page-sizes'
        ? 'same'
        : kind === 'language'
          ? 'kept'
          : `${format.count(before)} of ${format.count(before)}`;
  return [count, ...notes].join(', ');
}

export interface VerdictParts {
  readonly areDifferentDocuments: boolean;
  /** Kinds of which something was lost, and pages that look different. */
  readonly things: number;
  readonly pages: number;
}

/** The answer to what was asked, as the headline. */
export function verdictText({ areDifferentDocuments, things, pages }: VerdictParts): string {
  if (areDifferentDocuments) return 'These are two different documents';
  const looks = `${plural(pages, 'page')} ${pages === 1 ? 'looks' : 'look'} different`;
  const lost = `${plural(things, 'thing')} ${things === 1 ? 'was' : 'were'} lost`;
  if (things === 0) return pages === 0 ? 'Nothing was lost' : `Nothing was lost, but ${looks}`;
  return pages === 0 ? lost : `${lost}, ${looks}`;
}

/** "48.6 MB → 6.1 MB, 87% smaller." */
export function sizesText(before: number, after: number): string {
  const share = format.savedShare(before, after);
  const sizes = `${format.bytes(before)} → ${format.bytes(after)}`;
  return after < before ? `${sizes}, ${share} smaller.` : `${sizes}.`;
}

export function worstText(page: number, similarity: number): string {
  const isSame = similarity >= 0.98;
  return `The worst page is ${format.count(page)}, at ${format.score(similarity)}${isSame ? ': it looks the same' : ''}.`;
}

/** Over the bars. */
export function linesText(low: number, total: number): string {
  if (low === 0)
    return total === 1 ? 'It is above the line at 95' : `All ${format.count(total)} are above the line at 95`;
  return `${format.count(low)} of ${format.count(total)} ${low === 1 ? 'is' : 'are'} under the line at 95: ${low === 1 ? 'it looks' : 'they look'} different`;
}

/** What a receipt is worth. */
export function sealText(verdict: ReceiptVerdict): { readonly title: string; readonly text: string } {
  if (verdict.kind === 'other-file') {
    return {
      title: 'This receipt belongs to another file.',
      text: 'Its digest of the file before is another one.',
    };
  }
  const { isItsOutput, isReproduced, versions, bytes } = verdict;
  const other =
    versions.receipt === versions.own
      ? ''
      : `, or by another version (${versions.receipt}; this is ${versions.own})`;
  if (isItsOutput && isReproduced) {
    return {
      title: 'The receipt is right. Made again: the same bytes.',
      text: `All ${format.count(bytes)} bytes match.`,
    };
  }
  if (isReproduced) {
    return {
      title: 'Made again: other bytes.',
      text: 'The file was changed after Pagelight. What was made again is the one that the receipt names.',
    };
  }
  return isItsOutput
    ? {
        title: 'Made again: other bytes.',
        text: `The file is the one that the receipt names; it was made with other settings than it says${other}.`,
      }
    : { title: 'Made again: other bytes.', text: `The file was changed after Pagelight${other}.` };
}

const HOW: Readonly<Record<LossHow, string>> = { gone: 'gone', changed: 'changed', moved: 'moved' };
/** Of a name or a value that comes from the file; of the program that made it. */
const MOST_LETTERS = 80;
const MOST_OF_A_MAKER = 40;

/** One loss by its name: "https://example.org, gone". */
export function lossText({ how, name, before, after }: Loss): string {
  const change = before === undefined || after === undefined ? '' : `: ${cut(before)} → ${cut(after)}`;
  return `${cut(name)}, ${HOW[how]}${change}`;
}

function cut(text: string, most = MOST_LETTERS): string {
  const letters = [...text.replace(/\p{Cc}/gu, '\ufffd')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('')}…`;
}
