import type { CompressReport, PassId, SkipReason, Warning } from '../../../shared/index.ts';
import type { OverReason } from '../../jobs/fit.ts';
import type { RemedyKind } from '../../jobs/job.ts';
import { type DiffState, NOT_COMPARED } from '../../visual-diff/proof.ts';
import { proofText } from '../comparison/proofs.ts';
import { format, plural } from '../format.ts';
import { t } from '../i18n/catalog.ts';
import { seriesText } from '../i18n/lists.ts';
import { more } from '../i18n/more-words.ts';
import { pageList } from '../page-list.ts';
import { separated } from '../separated.ts';
import { overBadge } from './fit.ts';

/** Texts of a row for a completed file. */
export interface OutcomeText {
  readonly badge: { readonly text: string; readonly tone: 'plain' | 'warn' } | null;
  readonly line: string;
}

const { outcomes, warnings: WARNINGS } = more;

/** Why an object is unchanged, worded to follow a number: "5 already small enough". */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = more.skips;

export const PASS_WORDS: Readonly<Record<PassId, string>> = more.passes;

/** Advice for a damaged file. */
export const { damagedAdvice } = outcomes;

/** Labels of the suggestions for a file over its limit; those of pages and parts name them. */
export const REMEDY_WORDS: Readonly<Record<Exclude<RemedyKind, 'pages' | 'split' | 'originals'>, string>> = {
  signature: more.split.withoutSignature,
  attachments: more.split.withoutAttachments,
  small: more.split.trySmall,
  gray: more.split.tryGray,
  lower: more.split.tryLower,
};

/** Facts about a result that are not in its report. */
export interface Circumstances {
  /** Outcome of the page comparison; absent if there was none. */
  readonly proof?: DiffState;
  /** Bytes over the requested limit; the reason is shown below the row. */
  readonly overBy?: number;
  /** The headline says how far the only file is over its limit. */
  readonly isOverToldAbove?: boolean;
  /** The chosen suggestion is shown below the row, and not repeated here. */
  readonly taken?: RemedyKind | undefined;
  /** Number of damaged pages that the result does without. */
  readonly leftOutPages?: number;
}

export function outcomeText(
  report: CompressReport,
  { proof = NOT_COMPARED, overBy = 0, isOverToldAbove = false, taken, leftOutPages = 0 }: Circumstances = {},
): OutcomeText {
  const toldOver = isOverToldAbove ? 0 : overBy;
  const told = report.warnings.flatMap((warning) => (isTold(warning) ? [WARNINGS[warning]] : []));
  const chosen = report.warnings.flatMap((warning) =>
    CHOSEN.has(warning) && warning !== (taken && WARNING_OF[taken]) ? [WARNINGS[warning]] : [],
  );
  // Below the row of a file over its limit stands what the attachments take.
  const facts =
    overBy === 0 && report.warnings.includes(MOSTLY_ATTACHMENTS) ? [WARNINGS[MOSTLY_ATTACHMENTS]] : [];
  if (taken === 'pages')
    return {
      badge: { text: outcomes.damaged, tone: 'plain' },
      line: plural(report.document.pages - leftOutPages, 'page'),
    };
  if (report.unchanged) return unchangedText(report, [...told, ...facts], { overBy, toldOver });
  const proved = proofText(proof);
  const unread = unreadImages(report);
  if (unread > 0) told.push(outcomes.unread(unread));
  const damage = damageText(report);
  // A file over its limit gets the advice below its row.
  if (damage !== null) told.push(overBy > 0 ? damage : `${damage} ${damagedAdvice}`);
  return {
    badge: badgeOver(toldOver) ?? badgeOf(told.length) ?? proved?.badge ?? standardBadge(report),
    line: separated([
      plural(report.document.pages, 'page'),
      ...told,
      ...chosen,
      ...facts,
      ...(proved !== null ? [proved.line] : told.length + chosen.length > 0 ? [] : [whatChanged(report)]),
    ]),
  };
}

const MOSTLY_ATTACHMENTS = 'mostly-attachments' satisfies Warning;

/** Consequences of the user's own choice: shown, but not as warnings. */
const CHOSEN: ReadonlySet<Warning> = new Set([
  'attachments-removed',
  'signatures-broken',
  'mrc-applied',
  'ink-applied',
]);

const WARNING_OF: Readonly<Partial<Record<RemedyKind, Warning>>> = {
  attachments: 'attachments-removed',
  signature: 'signatures-broken',
};

/** The excess over the limit is already shown. */
function isTold(warning: Warning): boolean {
  return warning !== 'target-missed' && warning !== MOSTLY_ATTACHMENTS && !CHOSEN.has(warning);
}

/** Lists losses and their pages; null if nothing is lost. */
export function damageText({ damage }: Pick<CompressReport, 'damage'>): string | null {
  if (damage === undefined) return null;
  const { pages, missingPages } = damage;
  return [
    ...(pages.length > 0 ? [outcomes.notWhole(pages.length, pageList(pages))] : []),
    ...(missingPages > 0 ? [outcomes.lostPages(missingPages)] : []),
  ].join(' ');
}

function unchangedText(
  report: CompressReport,
  told: readonly string[],
  { overBy, toldOver }: { readonly overBy: number; readonly toldOver: number },
): OutcomeText {
  const { warnings } = report;
  const over = toldOver > 0 ? format.bytes(toldOver) : null;
  if (warnings.includes('signed')) {
    const text = over === null ? more.list.facts.signed : t.fit.signedOverBy(over);
    return { badge: { text, tone: over === null ? 'plain' : 'warn' }, line: WARNINGS.signed };
  }
  if (warnings.includes('damaged-kept')) {
    const text = over === null ? outcomes.damaged : t.fit.damagedOverBy(over);
    // A file over its limit gets the advice below its row.
    const advice = overBy === 0 ? damagedAdvice : [];
    const line = [WARNINGS['damaged-kept'], damageText(report) ?? [], advice].flat().join(' ');
    return { badge: { text, tone: 'warn' }, line };
  }
  const isDoubtful = warnings.includes('verification-failed');
  return {
    badge: badgeOver(toldOver) ?? { text: outcomes.kept, tone: isDoubtful ? 'warn' : 'plain' },
    line: told.length > 0 ? told.join(' ') : outcomes.small,
  };
}

function badgeOver(overBy: number): OutcomeText['badge'] {
  return overBy > 0 ? { text: overBadge(overBy), tone: 'warn' } : null;
}

function badgeOf(warnings: number): OutcomeText['badge'] {
  if (warnings > 0) return { text: plural(warnings, 'warning'), tone: 'warn' };
  return null;
}

/** The standard that the smaller copy still conforms to. */
function standardBadge({ document }: CompressReport): OutcomeText['badge'] {
  return document.pdfA === undefined ? null : { text: `PDF/A-${document.pdfA}`, tone: 'plain' };
}

function whatChanged({ images, document }: CompressReport): string {
  const still = document.pdfA === undefined ? [] : [outcomes.stillPdfA];
  // Counts as the file's own page does: a soft mask is part of its image.
  const shown = images.filter(({ softMask }) => !softMask);
  const smaller = shown.filter((image) => image.outcome.kind === 'replaced').length;
  return seriesText([picturesText(smaller, shown.length), ...still]);
}

function picturesText(smaller: number, all: number): string {
  if (all === 0) return outcomes.tidied;
  if (smaller === 0) return outcomes.tidiedNoImage;
  return smaller === all ? outcomes.imagesSmaller(smaller) : outcomes.someImages(all, smaller);
}

function unreadImages(report: CompressReport): number {
  return report.images.filter(({ outcome }) => outcome.kind === 'kept' && outcome.reason === 'damaged-data')
    .length;
}

/** Why a file exceeds its limit, and whether its images were coarsened for it. */
export function reasonText(reason: Exclude<OverReason, { kind: 'damaged' }>): string {
  switch (reason.kind) {
    case 'signed':
    case 'unknown':
      return more.over[reason.kind];
    case 'attachments':
      return more.over.attachments(reason.count, format.bytes(reason.bytes), format.bytes(reason.rest));
    case 'images':
      return more.over.images(reason.count, format.bytes(reason.bytes), reason.floorDpi);
    case 'fonts':
      return more.over.fonts(format.bytes(reason.bytes));
    case 'text':
      return more.over.text(reason.pages);
  }
}
