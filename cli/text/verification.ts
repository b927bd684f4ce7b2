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
  'reading-order': 'order of words',
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
  resolution: 'picture resolution',
  drawings: 'lines and areas',
  colors: 'colors',
  fonts: 'fonts',
  'page-labels': 'page labels',
  signatures: 'signatures',
  scripts: 'scripts',
  actions: 'actions',
  opening: 'how it opens',
  'output-intents': 'output intents',
  print: 'print attributes',
  standards: 'standards',
  protection: 'protection',
  structure: 'structure',
  metadata: 'metadata',
};

/** One item of a category and several, where these are not its name without the last letter, and its name. */
const COUNTED: Readonly<Partial<Record<VerifiedKind, readonly [one: string, several: string]>>> = {
  language: ['language', 'languages'],
  drawings: ['line or area', 'lines and areas'],
  opening: ['setting for opening', 'settings for opening'],
  protection: ['setting of protection', 'settings of protection'],
  structure: ['structural entry', 'structural entries'],
};

/** "2 links". */
export function countedKind(kind: VerifiedKind, count: number): string {
  const [one, several] = COUNTED[kind] ?? [KIND_WORDS[kind].slice(0, -1), KIND_WORDS[kind]];
  return `${count} ${count === 1 ? one : several}`;
}

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
    return 'Receipt verified. Compressing the original again gives identical bytes and the same receipt.';
  if ((outputMatches && reproduced) || fileReproduced) {
    return verdict.fields.different.length > 0
      ? 'Not verified: compressing again gives identical bytes, but another receipt.'
      : 'Compressing again gives identical bytes. Some fields of the receipt could not be checked.';
  }
  if (reproduced) {
    return verdict.fields.different.length > 0
      ? 'Not verified: this file is not the one that the receipt names, and the receipt was changed too.'
      : 'The receipt is valid, but this file was modified after it was compressed.';
  }
  const other =
    versions.receipt === versions.current
      ? 'by the same version'
      : `the receipt is of version ${versions.receipt}; this is ${versions.current}`;
  return outputMatches
    ? `Not verified: compressing again gives different bytes (${other}).`
    : `Not verified: compressing again gives different bytes (${other}), and the receipt names another result than this file.`;
}

/** Rules of near-lossless bilevel pages, worded as their violation. */
export const RULE_WORDS: Readonly<Record<MovedPixelRule, string>> = {
  size: 'the pictures have different sizes',
  edge: 'a pixel that lies on no edge changed',
  run: 'two neighboring pixels changed',
  backing: 'a pixel at a stroke less than three pixels wide, or at a gap less than two, changed',
  'black-shapes': 'black shapes were joined, divided, lost or added',
  'white-shapes': 'white shapes, such as holes, were joined, divided, lost or added',
  contour: 'a bump, notch or other turn of a contour came, went or changed its length',
  extent: 'a shape became wider, narrower, higher or lower',
  'small-shape': 'a shape less than 16 pixels high changed',
};

const REASON_WORDS: Readonly<Record<ReceiptFields['notChecked'][number]['reason'], string>> = {
  'engine-version': 'made by another version',
  password: 'needs the password that was given then',
  limits: 'exceeds the limits',
};

/** Names come from the receipt, which may be forged. */
function fieldLines({ different, notChecked }: ReceiptFields): readonly string[] {
  return [
    ...(different.length === 0 ? [] : [`Different: ${different.join(', ')}.`]),
    ...(notChecked.length === 0
      ? []
      : [
          `Not checked: ${notChecked.map(({ field, reason }) => `${field} (${REASON_WORDS[reason]})`).join(', ')}.`,
        ]),
  ].map(sanitizeForTerminal);
}
