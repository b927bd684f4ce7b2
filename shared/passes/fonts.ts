/**
 * Shrinks embedded font programs: removes glyphs that the document never shows and tables that no PDF reader
 * uses (ISO 32000-2, 9.9), converts Type 1 programs to CFF, and compacts ToUnicode maps. Display stays
 * exactly the same: every code has the same glyph, outline, advance and hinting, which is checked per font
 * before it is replaced. Then different subsets of one font become one program
 * (`fonts/merging/merge-subsets.ts`).
 *
 * Not changed: signed documents, fonts that something other than content refers to, and anything uncertain.
 * Fonts for typing into form fields keep all their glyphs.
 */
import { deflate } from '../codecs/flate/deflate.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import { key, type PDFRef } from '../pdf/objects.ts';
import { isExternal } from '../pdf/streams.ts';
import type { FontOutcome, PassReport } from '../report.ts';
import { applyFont } from './fonts/apply.ts';
import { cff } from './fonts/cff.ts';
import { claimOn } from './fonts/claims.ts';
import { type EmbeddedFont, embeddedFonts } from './fonts/embedded-fonts.ts';
import {
  type FontItem,
  type FontOptimizer,
  type RefusedFont,
  refused,
  type TreatedFont,
} from './fonts/font-optimizer.ts';
import { type MergedSubsets, mergeSubsets } from './fonts/merging/merge-subsets.ts';
import { shrinkToUnicode, toUnicodeMaps } from './fonts/to-unicode.ts';
import { trueType } from './fonts/truetype.ts';
import { type1 } from './fonts/type1.ts';
import type { FontUsage, GlyphClaim } from './fonts/usage.ts';
import {
  createTally,
  eachItem,
  type ItemOutcome,
  type Pass,
  type PassContext,
  saved,
  skipped,
} from './pass.ts';

/** For each format, the first treatment that can read the program is used. */
const TREATMENTS: readonly FontOptimizer[] = [trueType, type1, cff];

export const fonts: Pass = {
  id: 'fonts',
  writes: ['fonts'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const found = embeddedFonts(doc);
    const maps = toUnicodeMaps(doc);
    const hasWork = maps.length > 0 || found.some((font) => treatmentsOf(font).length > 0);
    const usage = hasWork && !ctx.facts.signed ? ctx.content.of(doc) : null;
    const outcomes = new Map<PDFRef, FontOutcome>();
    const surelyShown = new Set<PDFRef>();
    await eachItem('fonts', found, ctx, (font) => {
      const claim = usage === null ? null : claimOn(font, usage);
      const outcome =
        usage === null || claim === null
          ? kept(ctx.facts.signed ? 'signed' : 'unsupported-font')
          : shrink(doc, font, claim, usage, ctx);
      outcomes.set(font.ref, outcome);
      if (claim?.kind === 'shown' && isTightest(outcome)) surelyShown.add(font.ref);
      return itemOutcome(font, outcome);
    });
    ctx.content.end();
    if (usage !== null) {
      for (const merged of mergeSubsets(doc, usage, surelyShown, ctx)) noteMerged(outcomes, found, merged);
    }
    const report = reportFonts(found, outcomes, ctx);
    if (usage === null) return report;
    let { savedBytes } = report;
    for (const map of maps) {
      ctx.signal?.throwIfAborted();
      savedBytes += shrinkToUnicode(doc, map, usage, ctx);
    }
    return { ...report, savedBytes };
  },
};

function itemOutcome({ stream }: EmbeddedFont, outcome: FontOutcome): ItemOutcome {
  if (outcome.kind === 'kept') return skipped(outcome.reason);
  return saved(stream.contents.length - outcome.size);
}

/** True if it holds only what is shown, before or after. */
function isTightest(outcome: FontOutcome): boolean {
  if (outcome.kind === 'kept') return outcome.reason === 'not-smaller';
  return outcome.allGlyphs === undefined;
}

/** Reports each font, and the totals. */
function reportFonts(
  found: readonly EmbeddedFont[],
  outcomes: ReadonlyMap<PDFRef, FontOutcome>,
  ctx: Pick<PassContext, 'reportFont'>,
): PassReport {
  const tally = createTally('fonts');
  for (const font of found) {
    const { ref, name, format, stream } = font;
    const outcome = outcomes.get(ref)!;
    ctx.reportFont({ object: ref.objectNumber, name, format, size: stream.contents.length, outcome });
    tally.add(itemOutcome(font, outcome));
  }
  return tally.report();
}

/** The remaining program has all the bytes. */
function noteMerged(
  outcomes: Map<PDFRef, FontOutcome>,
  found: readonly EmbeddedFont[],
  { into, others, bytes }: MergedSubsets,
): void {
  for (const ref of [into, ...others]) {
    const outcome = outcomes.get(ref)!;
    const done = outcome.kind === 'replaced' ? outcome : null;
    const format = done?.format ?? found.find((font) => font.ref === ref)!.format;
    outcomes.set(ref, {
      kind: 'replaced',
      format,
      size: ref === into ? bytes : 0,
      steps: [...(done?.steps ?? []), 'merged'],
    });
  }
}

function shrink(
  doc: PdfDocument,
  font: EmbeddedFont,
  claim: GlyphClaim,
  usage: FontUsage,
  ctx: PassContext,
): FontOutcome {
  if (treatmentsOf(font).length === 0) return kept('unsupported-font');
  if (isExternal(font.stream)) return kept('external-data');
  if (multiRoleStreams(doc).has(font.ref)) return kept('required-as-is');
  // Two descriptors declare it as different kinds of program: readers differ on these.
  if (font.descriptors.some(({ dict }) => dict.get(key(font.programKey)) !== font.ref))
    return kept('required-as-is');
  if (claim.kind === 'untouchable') return kept(claim.reason);
  const program = decodeStream(font.stream, ctx.limits.streamBytes);
  if (program.kind !== 'bytes') return kept('undecodable');
  if (program.damaged) return kept('damaged-data');

  const item: FontItem = { font, bytes: program.bytes, claim, usage, limits: ctx.limits };
  const treated = treat(item);
  if (treated.kind === 'refused') return kept(treated.reason);
  const packed = packedIfSmaller(item, treated);
  if (packed === null) return kept('not-smaller');
  applyFont(doc, item, treated, packed, ctx);
  const { format, steps, allGlyphs } = treated;
  const why = allGlyphs === undefined ? {} : { allGlyphs };
  return { kind: 'replaced', format, size: packed.length, steps, ...why };
}

/**
 * Shares of decoded bytes saved: below the first, not worth a change; above the second, not just an effect of
 * deflate.
 */
const WORTHWHILE_GAIN = 0.01;
const CERTAIN_GAIN = 0.05;

/** Returns the new program deflated, if it is smaller than the old one deflated at the final level. */
function packedIfSmaller({ font, bytes }: FontItem, treated: TreatedFont): Uint8Array | null {
  const gain = 1 - treated.bytes.length / bytes.length;
  if (treated.format === font.format && gain < WORTHWHILE_GAIN) return null;
  const packed = deflate(treated.bytes);
  if (packed.length >= font.stream.contents.length) return null;
  return gain > CERTAIN_GAIN || packed.length < deflate(bytes).length ? packed : null;
}

/** An OpenType program may hold either kind of outlines. */
function treat(item: FontItem): TreatedFont | RefusedFont {
  let treated: TreatedFont | RefusedFont = refused('unsupported-font');
  for (const treatment of treatmentsOf(item.font)) {
    treated = treatment.treat(item);
    if (treated.kind === 'treated' || treated.reason !== 'unsupported-font') break;
  }
  return treated;
}

function treatmentsOf({ format }: EmbeddedFont): readonly FontOptimizer[] {
  return TREATMENTS.filter(({ formats }) => formats.has(format));
}

function kept(reason: Extract<FontOutcome, { kind: 'kept' }>['reason']): FontOutcome {
  return { kind: 'kept', reason };
}
