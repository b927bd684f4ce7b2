import type { Warning } from './report.ts';

/** One sentence per warning, the same in the tab, the API's logs and the command. */
export const WARNING_TEXTS: Readonly<Record<Warning, string>> = {
  signed: 'Left unchanged. Compressing would break the signature.',
  'signatures-broken': 'The signature is no longer valid, because you chose to compress anyway.',
  repaired: 'The file was damaged. The copy contains everything that could be read.',
  'low-resolution-scan': 'Small print on a scanned page may be hard to read now.',
  'color-kept': 'Some images still have color: gray would harm them or be larger.',
  'mostly-attachments': 'Most of the file is attachments, which stay.',
  'attachments-removed': 'Embedded files were removed, as you chose.',
  'media-removed': 'Among them were videos or sounds: they no longer play.',
  'portfolio-removed': 'They were the documents of a portfolio: only its cover remains.',
  'invoice-removed': 'Among them was the data of an e-invoice: programs can’t read the invoice any more.',
  'removed-pages': 'Content of deleted pages was still in the file and is gone.',
  'symbols-kept': 'Some scans keep their JBIG2 symbols: without them they would be larger.',
  'target-missed': 'The size limit can’t be met with these options, so image quality wasn’t reduced for it.',
  'damaged-kept': 'The file is damaged and parts can’t be read, so you get your original back, unchanged.',
  'around-damage': 'Parts of the file can’t be read: only undamaged images and data became smaller.',
  'verification-failed': 'Our check found a difference, so you get your original back, unchanged.',
  'mrc-applied':
    'On scanned pages, text is stored as sharp shapes over a lower-resolution background. No letter was replaced.',
  'ink-applied':
    'Scanned print is black on white now. No stroke was lost; grays and the paper’s tone are gone.',
  'bilevel-near':
    'On black-and-white scans, pixels on the edges of letters moved slightly. No letter was replaced.',
  'not-linearized': 'It does not open page by page while it loads (fast web view): see the option linearize.',
  'metadata-kept': 'Metadata stays: without it the file would be larger.',
};
