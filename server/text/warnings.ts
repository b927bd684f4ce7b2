import type { Warning } from '../../shared/index.ts';

/** What a person should know about a result that did succeed. */
export const WARNING_TEXTS: Readonly<Record<Warning, string>> = {
  signed: 'It is signed, so it was left unchanged: any change would break the signature.',
  'signatures-broken': 'It was signed; its signatures are no longer valid.',
  repaired: 'It was damaged and was read by a repair.',
  'check-failed': 'The result did not prove equal to the original, so the original was kept.',
  'low-resolution-scan':
    'Small print on a scanned page may be hard to read now: ask for minDpi 150 or a larger maxDimension.',
  'color-kept': 'Some images still have color: they could not become gray without harm or a larger file.',
  'symbols-kept':
    'Some images still hold the JBIG2 symbols they came with: without them they would be larger.',
  'target-missed':
    'It is larger than asked for: images are at quality 20 and 72 dpi, or are not what takes the room.',
  'damaged-kept': 'It is damaged where nothing could be repaired, so the original was kept.',
  'metadata-kept': 'Its metadata was kept, because without it the file would have been larger.',
};
