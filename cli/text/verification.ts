import type { LossHow, MovedPixelRule, ReceiptVerdict, VerifiedKind } from '../../shared/index.ts';

/** What documents are compared by, in words for a table. */
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

export const LOSS_WORDS: Readonly<Record<LossHow, string>> = {
  gone: 'gone',
  changed: 'changed',
  moved: 'moved',
};

/** What a receipt is worth, in a sentence or two. */
export function receiptText(verdict: ReceiptVerdict): string {
  if (verdict.kind === 'other-file') return 'This receipt belongs to another file.';
  const { isItsOutput, isReproduced, versions } = verdict;
  if (isItsOutput && isReproduced) return 'The receipt is right. Made again: the same bytes.';
  if (isReproduced) {
    return 'Made again: the bytes that the receipt names. The file is not that one: it was changed afterwards.';
  }
  const other =
    versions.receipt === versions.own
      ? 'this is the version that it names'
      : `it was made by version ${versions.receipt}; this is ${versions.own}`;
  return isItsOutput
    ? `Made again: other bytes (${other}).`
    : `Made again: other bytes (${other}), and the file is not the one that the receipt names.`;
}

/** Rules of near-lossless pages of one bit, as what is wrong where they are broken. */
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
