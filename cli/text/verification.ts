import {
  isReceiptValid,
  type LossChange,
  type MovedPixelRule,
  type ReceiptFields,
  type ReceiptVerdict,
  type VerifiedKind,
} from '../../shared/index.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';

/** Names of the compared categories, for a table. */
export const KIND_WORDS: Readonly<Record<VerifiedKind, string>> = {
  pages: 'pages',
  'page-sizes': 'page sizes',
  text: 'words',
  links: 'links',
  destinations: 'named destinations',
  bookmarks: 'bookmarks',
  fields: 'form fields',
  annotations: 'annotations',
  tags: 'tags',
  language: 'language',
  layers: 'layers',
  attachments: 'attachments',
  pictures: 'pictures',
  'page-labels': 'page labels',
  signatures: 'signatures',
  scripts: 'scripts',
  opening: 'how it opens',
  'output-intents': 'output intents',
  standards: 'standards',
  protection: 'protection',
  metadata: 'metadata',
};

export const LOSS_WORDS: Readonly<Record<LossChange, string>> = {
  removed: 'gone',
  changed: 'changed',
  moved: 'moved',
};

/** The verdict on a receipt, in a sentence or two. */
export function receiptText(verdict: ReceiptVerdict): string {
  if (verdict.kind === 'other-file') return 'This receipt belongs to another file.';
  return [bytesText(verdict), ...fieldLines(verdict.fields)].join('\n');
}

function bytesText(verdict: Extract<ReceiptVerdict, { kind: 'made-again' }>): string {
  const { outputMatches, reproduced, fileReproduced, versions } = verdict;
  if (isReceiptValid(verdict))
    return 'The receipt is right. Made again: the same bytes, and every field of it.';
  if ((outputMatches && reproduced) || fileReproduced) {
    return verdict.fields.different.length > 0
      ? 'The receipt is not right. Made again: the same bytes, but not the same receipt.'
      : 'Made again: the same bytes. The receipt could not be checked whole.';
  }
  if (reproduced) {
    return 'Made again: the bytes that the receipt names. The file is not that one: it was changed afterwards.';
  }
  const other =
    versions.receipt === versions.current
      ? 'this is the version that it names'
      : `it was made by version ${versions.receipt}; this is ${versions.current}`;
  return outputMatches
    ? `Made again: other bytes (${other}).`
    : `Made again: other bytes (${other}), and the file is not the one that the receipt names.`;
}

/** Rules of near-lossless bilevel pages, worded as their violation. */
export const RULE_WORDS: Readonly<Record<MovedPixelRule, string>> = {
  size: 'the pictures have different sizes',
  edge: 'a pixel that lies on no edge changed',
  block: 'all four pixels of a square changed',
  run: 'more than six connected pixels changed',
  backing: 'a stroke or gap one pixel wide changed',
  'black-shapes': 'black shapes were joined, divided, lost or added',
  'white-shapes': 'white shapes, such as holes, were joined, divided, lost or added',
  extent: 'a shape became wider, narrower, higher or lower',
  'small-shape': 'a shape less than 20 pixels high changed',
};

const REASON_WORDS: Readonly<Record<ReceiptFields['notChecked'][number]['reason'], string>> = {
  'engine-version': 'another version made it',
  password: 'a password was given then, and none now',
  limits: 'it takes more than the limits allow',
};

/** Names come from the receipt, which may be forged. */
function fieldLines({ different, notChecked }: ReceiptFields): readonly string[] {
  return [
    ...(different.length === 0 ? [] : [`Not as it says: ${different.join(', ')}.`]),
    ...(notChecked.length === 0
      ? []
      : [
          `Not checked: ${notChecked.map(({ field, reason }) => `${field} (${REASON_WORDS[reason]})`).join(', ')}.`,
        ]),
  ].map(sanitizeForTerminal);
}
