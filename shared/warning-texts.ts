import type { Warning } from './report.ts';

/** One sentence per warning, the same in the tab, the API's logs and the command. */
export const WARNING_TEXTS: Readonly<Record<Warning, string>> = {
  signed: 'Left unchanged. Compressing would break the signature.',
  'signatures-broken': 'Its signature is no longer valid, as you chose.',
  repaired: 'It was damaged; what could be read is in the smaller copy.',
  'low-resolution-scan': 'Small print on a scanned page may be hard to read now.',
  'color-kept': 'Some images still have color: gray would have harmed them or made the file larger.',
  'attachments-removed': 'The files that were embedded in it are gone, as you chose.',
  'removed-pages': 'Pages that had been removed still stood in the file: their content is gone now.',
  'symbols-kept':
    'Some scans still hold the letter symbols they came with: without them they would be larger.',
  'target-missed': 'It could not be made to fit into the size you asked for.',
  'damaged-kept':
    'It is damaged, and parts can’t be read. We don’t guess: you have your original back, unchanged.',
  'verification-failed': 'Our check found a difference, so you have your original back, unchanged.',
  'mrc-applied':
    'On scanned pages text is kept as sharp shapes over a softer picture of the paper; no letter was replaced.',
  'bilevel-near': 'On black-and-white scans pixels on the edges of letters moved a little.',
  'metadata-kept': 'Its metadata is still there: without it the file would have been larger.',
};
