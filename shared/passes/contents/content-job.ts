/** Rewriting content as a pure job: bytes in, fewer bytes out, without access to the document. */

import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { mapped } from '../../lists.ts';
import { sameBytes } from '../../pdf/bytes.ts';
import { type ContentDigest, contentDigest } from '../../pdf/check/changes.ts';
import { meansTheSame } from './content-proof.ts';
import { withIntegers } from './integers/with-integers.ts';
import { type RewriteRules, rewrittenContent } from './rewrite.ts';
import { roundedContent } from './round-numbers.ts';
import { drawsNearly } from './round-proof.ts';
import { joinedTexts } from './texts/join-texts.ts';
import { showsTheSameTexts } from './texts/text-proof.ts';
import type { Placement } from './tolerance.ts';
import { type PathForm, withoutClippedPaths } from './visible-drawing.ts';

export interface ContentJob {
  readonly kind: 'content';
  /** Decoded content. */
  readonly bytes: Uint8Array;
  readonly rules: RewriteRules;
  /**
   * Forms that may go with paths that nothing can show; null if all drawings stay, also if the content may be
   * drawn at any scale.
   */
  readonly hideable: readonly PathForm[] | null;
  /** Placement for rounding coordinates; null: no rounding. */
  readonly placement: Placement | null;
  /** Also deflate content that could not be improved. */
  readonly packsKept: boolean;
}

export type ContentJobResult =
  | {
      readonly kind: 'smaller';
      readonly digest: ContentDigest;
      readonly packed: Uint8Array;
      /** The content itself if deflate does not make it smaller. */
      readonly plain: Uint8Array | null;
    }
  | {
      readonly kind: 'kept';
      readonly reason: KeptReason;
      readonly packed: Uint8Array | null;
    };

type KeptReason = 'unclear-content' | 'verification-failed' | 'not-smaller';

/** Second half of a content job, after rewriting and checking: only deflating. */
export interface ContentPacking {
  readonly kind: 'content-packing';
  readonly written: WrittenContent;
  /** Original content, if it may have to be deflated too. */
  readonly before: Uint8Array | null;
  readonly packsKept: boolean;
}

type WrittenContent =
  | { readonly kind: 'kept'; readonly reason: KeptReason }
  | {
      readonly kind: 'anew';
      readonly content: Uint8Array;
      /** So much shorter that no comparison is needed. */
      readonly isClear: boolean;
    };

/** Rewrites content, checks it, and returns it if it is smaller after deflate than the original deflated. */
export function runContentJob(job: ContentJob): ContentJobResult {
  return runContentPacking(writtenContent(job));
}

/** If this share of the bytes was removed, the rest always deflates to less than the whole. */
const CLEAR_GAIN = 0.03;

/** First half of a content job: everything but deflating. */
export function writtenContent(job: ContentJob): ContentPacking {
  const { bytes, packsKept } = job;
  const written = writtenAnew(job);
  const isCompared = written.kind === 'anew' && !written.isClear;
  return { kind: 'content-packing', written, before: packsKept || isCompared ? bytes : null, packsKept };
}

function writtenAnew({ bytes: before, rules, hideable, placement }: ContentJob): WrittenContent {
  const visible = hideable === null ? before : withoutClippedPaths(before, hideable);
  const exact = rewrittenContent(visible, rules);
  if (exact === null) return { kind: 'kept', reason: 'unclear-content' };
  if (!meansTheSame(visible, exact)) return { kind: 'kept', reason: 'verification-failed' };
  const joined = rules.mayJoinTexts ? withJoinedTexts(exact) : exact;
  const content = placement === null ? joined : rounded(joined, placement);
  // Spaces in place of line ends, and integers, may deflate to less although they are more bytes.
  if (sameBytes(content, before)) return { kind: 'kept', reason: 'not-smaller' };
  return { kind: 'anew', content, isClear: content.length < before.length * (1 - CLEAR_GAIN) };
}

/** Returns the content with fewer text objects if there are any to join and the check passes. */
function withJoinedTexts(exact: Uint8Array): Uint8Array {
  const content = joinedTexts(exact);
  if (content === null || content.length >= exact.length) return exact;
  // A few moves in place of lines that are all alike may deflate to more.
  const isClear = content.length < exact.length * (1 - CLEAR_GAIN);
  if (!isClear && !isSmallerInTrial(content, exact)) return exact;
  return showsTheSameTexts(exact, content) ? content : exact;
}

/** Rounded content must deflate to at most this share: less gain is not worth a moved point. */
const ROUNDED_SHARE = 0.98;

/** Returns the content with rounded numbers, and with integers for paths, if that deflates to clearly less. */
function rounded(exact: Uint8Array, placement: Placement): Uint8Array {
  const content = withFewerDigits(withIntegers(exact, placement) ?? exact, placement);
  if (content === exact) return exact;
  const sizes = [content, exact].map((bytes) => deflate(bytes, TRIAL_LEVEL).length);
  return sizes[0]! <= sizes[1]! * ROUNDED_SHARE ? content : exact;
}

/** Returns the content with rounded numbers if the check passes and it is shorter. */
function withFewerDigits(exact: Uint8Array, placement: Placement): Uint8Array {
  const content = roundedContent(exact, placement);
  if (content === null || content.length >= exact.length) return exact;
  return drawsNearly(exact, content, placement) ? content : exact;
}

/** Second half of a content job. */
export function runContentPacking({ written, before, packsKept }: ContentPacking): ContentJobResult {
  const kept = (reason: KeptReason): ContentJobResult => ({
    kind: 'kept',
    reason,
    packed: packsKept && before !== null ? deflate(before) : null,
  });
  if (written.kind === 'kept') return kept(written.reason);
  const { content, isClear } = written;
  const packed = isClear || before === null ? deflate(content) : packedIfSmaller(content, before);
  return packed === null ? kept('not-smaller') : smaller(content, packed);
}

/** Second half of a job over large content: bytes to deflate, if any, and a function for the result. */
export interface LargePacking {
  readonly kind: 'large-packing';
  readonly bytes: Uint8Array | null;
  readonly result: (packed: Uint8Array | null) => ContentJobResult;
}

/** Second half of a content job without deflating, which several threads may do for large content. */
export function largePacking({ written, before, packsKept }: ContentPacking): LargePacking {
  const reason = keptReason(written, before);
  if (written.kind === 'anew' && reason === null) {
    const { content } = written;
    return { kind: 'large-packing', bytes: content, result: (packed) => smaller(content, packed!) };
  }
  const bytes = packsKept ? before : null;
  return { kind: 'large-packing', bytes, result: (packed) => ({ kind: 'kept', reason: reason!, packed }) };
}

function keptReason(written: WrittenContent, before: Uint8Array | null): KeptReason | null {
  if (written.kind === 'kept') return written.reason;
  const { content, isClear } = written;
  return isClear || before === null || isSmallerInTrial(content, before) ? null : 'not-smaller';
}

function smaller(content: Uint8Array, packed: Uint8Array): ContentJobResult {
  return {
    kind: 'smaller',
    digest: contentDigest(content),
    packed,
    plain: content.length <= packed.length ? content.slice() : null,
  };
}

/** Smaller content is deflated to the end for a comparison if a trial leaves a doubt. */
const COMPARED_TIGHTLY_UP_TO_BYTES = 16 * 1024;
/** Share by which trials of two contents differ if the final forms surely do. */
const CERTAIN_IN_TRIAL = 0.01;

/** Returns the deflated content unless the original deflates as small. */
function packedIfSmaller(content: Uint8Array, before: Uint8Array): Uint8Array | null {
  const [one, other] = mapped([content, before], (bytes) => deflate(bytes, TRIAL_LEVEL).length);
  if (before.length > COMPARED_TIGHTLY_UP_TO_BYTES || Math.abs(other - one) > other * CERTAIN_IN_TRIAL)
    return one < other ? deflate(content) : null;
  const packed = deflate(content);
  return deflate(before).length <= packed.length ? null : packed;
}

function isSmallerInTrial(content: Uint8Array, before: Uint8Array): boolean {
  return deflate(content, TRIAL_LEVEL).length < deflate(before, TRIAL_LEVEL).length;
}
