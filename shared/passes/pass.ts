import type { CompressOptions } from '../options.ts';
import type { Changes } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { ProgressMeter } from '../progress.ts';
import type {
  DocumentFacts,
  FontReport,
  ImageReport,
  InkReport,
  MrcReport,
  PassId,
  PassReport,
  ProfileReport,
  SkipReason,
  Warning,
} from '../report.ts';
import type { ContentAnalysisCache } from './content-analysis-cache.ts';
import type { ImageSearch } from './images/image-search.ts';
import type { WorkContext } from './work-context.ts';

/** Context of a pass besides the document. */
export interface PassContext extends WorkContext {
  readonly facts: DocumentFacts;
  readonly content: ContentAnalysisCache;
  readonly progress: Pick<ProgressMeter, 'at'>;
  readonly changes: Changes;
  /** Collected for the report, in the order they are raised. */
  readonly warn: (warning: Warning) => void;
  /** State of the size search, if a size was requested. */
  readonly imageSearch?: ImageSearch;
  readonly reportImage: (image: ImageReport) => void;
  readonly reportSeparation: (separation: MrcReport) => void;
  readonly reportInk: (ink: InkReport) => void;
  readonly reportFont: (font: FontReport) => void;
  readonly reportProfile: (profile: ProfileReport) => void;
}

/** Parts of a document that passes read and write; relations between objects are `structure`. */
export type DocumentPart = 'structure' | 'metadata' | 'content' | 'images' | 'fonts' | 'other-streams';

/** One transformation of a document. A pass is one file and one line in `index.ts`, and never calls another. */
export interface Pass {
  readonly id: PassId;
  /** Parts that it changes. */
  readonly writes: readonly DocumentPart[];
  readonly enabled: (options: CompressOptions, facts: DocumentFacts) => boolean;
  readonly run: (doc: PdfDocument, ctx: PassContext) => Promise<PassReport>;
}

/**
 * A pass in two steps, so that threads work while other passes run here. Its work must not depend on anything
 * that those change (checked by `order.ts`), and it is aborted with the document.
 */
export interface BegunPass extends Pass {
  /** Parts that must not change from its start to its end. */
  readonly reads: readonly DocumentPart[];
  /**
   * Starts the work and returns the step that applies the results, which is the pass's place in the order.
   * Resolves when all work is known; started work continues in the meantime.
   */
  readonly begin: (doc: PdfDocument, ctx: PassContext) => Promise<() => Promise<PassReport>>;
}

export type ItemOutcome =
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** The object changed; its data is `bytes` smaller (0 if only structure was saved). */
export function saved(bytes: number): ItemOutcome {
  return { kind: 'saved', bytes };
}

/** The object was not changed. */
export function skipped(reason: SkipReason): ItemOutcome {
  return { kind: 'skipped', reason };
}

/** Runs `visit` over the items; counting, abort and progress are handled here, so that a pass only decides. */
export async function eachItem<Item>(
  pass: PassId,
  items: readonly Item[],
  ctx: Pick<PassContext, 'signal' | 'progress' | 'threads'>,
  visit: (item: Item) => ItemOutcome | Promise<ItemOutcome>,
): Promise<PassReport> {
  const tally = createTally(pass);
  const phase = pass === 'images' ? 'images' : 'structure';
  for (const [index, item] of items.entries()) {
    ctx.signal?.throwIfAborted();
    tally.add(await visit(item));
    ctx.progress.at(phase, index + 1, items.length);
    await ctx.threads.yieldToMessages();
  }
  return tally.report();
}

/** Counts the outcomes of one pass for its report. */
export function createTally(pass: PassId): { add(outcome: ItemOutcome): void; report(): PassReport } {
  let items = 0;
  let changed = 0;
  let savedBytes = 0;
  const skips: Partial<Record<SkipReason, number>> = {};
  return {
    add(outcome) {
      items += 1;
      if (outcome.kind === 'saved') {
        changed += 1;
        savedBytes += outcome.bytes;
      } else {
        skips[outcome.reason] = (skips[outcome.reason] ?? 0) + 1;
      }
    },
    report: () => ({ pass, items, changed, savedBytes, skips }),
  };
}
