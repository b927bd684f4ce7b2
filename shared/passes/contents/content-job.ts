/** Content written anew as one pure piece of work: bytes in, fewer bytes out, nothing of the document. */
import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { type ContentDigest, contentDigest } from '../../pdf/check/changes.ts';
import { meansTheSame } from './content-proof.ts';
import { type RewriteRules, rewrittenContent } from './rewrite.ts';
import { type Placement, roundedContent } from './round-numbers.ts';
import { drawsNearly } from './round-proof.ts';

export interface ContentJob {
  readonly kind: 'content';
  /** Decoded. */
  readonly bytes: Uint8Array;
  readonly rules: RewriteRules;
  /** Where coordinates may be rounded; else null. */
  readonly placement: Placement | null;
  /** What stays as it is comes back deflated all the same. */
  readonly packsKept: boolean;
}

export type ContentJobResult =
  | {
      readonly kind: 'smaller';
      readonly digest: ContentDigest;
      readonly packed: Uint8Array;
      /** The content itself, where it is no longer than deflated. */
      readonly plain: Uint8Array | null;
    }
  | {
      readonly kind: 'kept';
      readonly reason: 'unclear-content' | 'proof-failed' | 'not-smaller';
      readonly packed: Uint8Array | null;
    };

type Written =
  | { readonly kind: 'smaller'; readonly content: Uint8Array; readonly packed: Uint8Array }
  | Omit<Extract<ContentJobResult, { readonly kind: 'kept' }>, 'packed'>;

/** The content written anew, proved, and smaller than before when both are deflated. */
export function runContentJob({ bytes, rules, placement, packsKept }: ContentJob): ContentJobResult {
  const written = smaller(bytes, rules, placement);
  if (written.kind === 'kept') return { ...written, packed: packsKept ? deflate(bytes) : null };
  const { content, packed } = written;
  return {
    kind: 'smaller',
    digest: contentDigest(content),
    packed,
    plain: content.length <= packed.length ? content.slice() : null,
  };
}

/** Where this share of the bytes went, deflate never makes more of the rest than of the whole. */
const CLEAR_GAIN = 0.03;
/** Above this a trial compares. */
const COMPARED_TIGHTLY_UP_TO_BYTES = 16 * 1024;

function smaller(before: Uint8Array, rules: RewriteRules, placement: Placement | null): Written {
  const exact = rewrittenContent(before, rules);
  if (exact === null) return { kind: 'kept', reason: 'unclear-content' };
  if (!meansTheSame(before, exact)) return { kind: 'kept', reason: 'proof-failed' };
  const content = placement === null ? exact : rounded(exact, placement);
  if (content.length >= before.length) return { kind: 'kept', reason: 'not-smaller' };
  const notSmaller: Written = { kind: 'kept', reason: 'not-smaller' };
  const isClear = content.length < before.length * (1 - CLEAR_GAIN);
  const isLarge = before.length > COMPARED_TIGHTLY_UP_TO_BYTES;
  if (!isClear && isLarge && packedBytes(before) <= packedBytes(content)) return notSmaller;
  const packed = deflate(content);
  if (!isClear && !isLarge && deflate(before).length <= packed.length) return notSmaller;
  return { kind: 'smaller', content, packed };
}

function packedBytes(content: Uint8Array): number {
  return deflate(content, TRIAL_LEVEL).length;
}

/** The same with fewer digits, where that is proved and shorter. */
function rounded(exact: Uint8Array, placement: Placement): Uint8Array {
  const content = roundedContent(exact, placement);
  if (content === null || content.length >= exact.length) return exact;
  return drawsNearly(exact, content, placement) ? content : exact;
}
