import { type CompressReport, type PassId, type SkipReason, WARNING_TEXTS } from '../../shared/index.ts';
import { NOT_PROVED, type ProofState } from '../proof/proof.ts';
import { overBadge } from './fit.ts';
import { format, plural } from './format.ts';
import { proofText } from './proofs.ts';

/** What a row says about a file that is done. */
export interface OutcomeText {
  readonly badge: { readonly text: string; readonly tone: 'plain' | 'warn' } | null;
  readonly line: string;
}

/** Why an object stayed as it was, to be read after a number: "5 already small enough". */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  'already-small': 'already small enough',
  'not-smaller': 'would not get smaller',
  'jpeg-not-allowed': 'would need JPEG, which is off',
  'unsupported-color-space': 'in colors we don’t touch yet',
  'unsupported-bits': 'with a color depth we don’t touch yet',
  'unsupported-filter': 'packed in a way we don’t touch yet',
  'unsupported-decode': 'with remapped colors, left alone',
  'unsupported-jpeg': 'a kind of JPEG we don’t touch yet',
  'color-key-mask': 'see-through by color, which JPEG would spoil',
  'stencil-mask': 'cut out by a stencil, left alone',
  'image-mask': 'a stencil itself, left alone',
  matte: 'already blended with its background',
  'used-as-mask': 'the see-through part of another image',
  'damaged-data': 'could not be read, so kept as it is',
  'decoders-differ': 'that programs read differently, left alone',
  'too-many-pixels': 'too large to unpack in a tab',
  'external-data': 'stored outside this file',
  'image-codec': 'packed as an image, left to the image step',
  undecodable: 'could not be unpacked, so kept as it is',
  'must-stay': 'needed exactly as it is',
  'unclear-content': 'that programs may read differently, left alone',
  'proof-failed': 'that did not prove equal, so kept as it was',
  'kept-on-request': 'kept as you asked',
  'job-failed': 'went wrong on the way, so kept as it is',
  signed: 'in a signed document, left alone',
  'xfa-form': 'in a form of two kinds, left alone',
  'content-in-doubt': 'kept whole, since some content could not be read with certainty',
  'form-font': 'kept whole for typing into form fields',
  'odd-text': 'kept whole, since apps read its text differently',
  'unsupported-font': 'of a kind we don’t touch yet',
  'unsupported-cmap': 'with a character code we don’t read yet',
  'unreadable-cmap': 'with a character map that can’t be read',
  'unknown-glyph-name': 'with names for letters we don’t know',
  'damaged-font': 'damaged, so kept as it is',
  'odd-font': 'built in a way we don’t touch yet',
  'multiple-master': 'with several designs in one, left alone',
  'composite-loop': 'with letters made of themselves, left alone',
  'not-proved': 'did not prove to look the same, so kept as it is',
};

export const PASS_WORDS: Readonly<Record<PassId, string>> = {
  metadata: 'Metadata',
  resources: 'Unused fonts and images',
  fonts: 'Fonts',
  'inline-images': 'Images inside page content',
  contents: 'Page content',
  unused: 'Unused parts',
  dedupe: 'Duplicates',
  images: 'Images',
  streams: 'Packing',
};

/** What is known of a result beside its report. */
export interface Circumstances {
  /** What comparing the pages came to; nothing is said of what was not compared. */
  readonly proof?: ProofState;
  /** Bytes over the limit that was asked for; the reason stands below the row. */
  readonly overBy?: number;
}

export function outcomeText(
  report: CompressReport,
  { proof = NOT_PROVED, overBy = 0 }: Circumstances = {},
): OutcomeText {
  const told = report.warnings.flatMap((warning) =>
    warning === 'target-missed' ? [] : [WARNING_TEXTS[warning]],
  );
  const over: OutcomeText['badge'] = overBy > 0 ? { text: overBadge(overBy), tone: 'warn' } : null;
  if (report.unchanged) return unchangedText(report, told, over);
  const proved = proofText(proof);
  const unread = unreadImages(report);
  if (unread > 0) told.push(unreadText(unread));
  return {
    badge: over ?? badgeOf(told.length) ?? proved?.badge ?? standardBadge(report),
    line: [
      plural(report.document.pages, 'page'),
      ...told,
      ...(proved !== null ? [proved.line] : told.length > 0 ? [] : [whatChanged(report)]),
    ].join(' · '),
  };
}

function unchangedText(
  { warnings }: CompressReport,
  told: readonly string[],
  over: OutcomeText['badge'],
): OutcomeText {
  if (warnings.includes('signed')) {
    const badge = over === null ? 'Signed' : `Signed, ${lowered(over.text)}`;
    return { badge: { text: badge, tone: over?.tone ?? 'plain' }, line: WARNING_TEXTS.signed };
  }
  if (warnings.includes('damaged-kept')) {
    const badge = over === null ? 'Damaged' : `Damaged, ${lowered(over.text)}`;
    return {
      badge: { text: badge, tone: 'warn' },
      line: `${WARNING_TEXTS['damaged-kept']} ${DAMAGED_ADVICE}`,
    };
  }
  const isDoubtful = warnings.includes('check-failed');
  return {
    badge: over ?? { text: 'Original kept', tone: isDoubtful ? 'warn' : 'plain' },
    line: told.length > 0 ? told.join(' ') : 'Already as small as we can make it.',
  };
}

/** What a person can do about a file that is kept for its damage. */
const DAMAGED_ADVICE = 'A fresh download, or printing it to a new PDF, often helps.';

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function badgeOf(warnings: number): OutcomeText['badge'] {
  if (warnings > 0) return { text: plural(warnings, 'warning'), tone: 'warn' };
  return null;
}

/** The standard that the smaller copy still meets. */
function standardBadge({ document }: CompressReport): OutcomeText['badge'] {
  return document.pdfA === undefined ? null : { text: `PDF/A-${document.pdfA}`, tone: 'plain' };
}

function whatChanged({ images, document }: CompressReport): string {
  const still = document.pdfA === undefined ? [] : ['still PDF/A'];
  // As the file's own page counts them: a soft mask is part of its image.
  const shown = images.filter(({ isSoftMask }) => !isSoftMask);
  const smaller = shown.filter((image) => image.outcome.kind === 'replaced').length;
  return [picturesText(smaller, shown.length), ...still].join(', ');
}

function picturesText(smaller: number, all: number): string {
  if (all === 0) return 'tidied up inside';
  if (smaller === 0) return 'tidied up inside, no image was touched';
  if (smaller === all) return `${plural(smaller, 'image')} made smaller`;
  return `${format.count(smaller)} of ${plural(all, 'image')} made smaller`;
}

function unreadImages(report: CompressReport): number {
  return report.images.filter(({ outcome }) => outcome.kind === 'kept' && outcome.reason === 'damaged-data')
    .length;
}

function unreadText(count: number): string {
  return count === 1
    ? 'One image could not be read, so it was kept as it is.'
    : `${format.count(count)} images could not be read, so they were kept as they are.`;
}
