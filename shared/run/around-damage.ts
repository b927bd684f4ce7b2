/**
 * Makes a damaged file smaller that must not be rewritten, because readers differ in what they make of its damaged
 * parts: images and streams that are whole become smaller in place, and every other byte stays.
 */
import { images } from '../passes/images.ts';
import type { PassContext } from '../passes/pass.ts';
import { streams } from '../passes/streams.ts';
import { Changes } from '../pdf/check/changes.ts';
import { firstDifference } from '../pdf/check/check.ts';
import { sameReading } from '../pdf/check/same-reading.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import { contextEntries } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { spliceFile } from '../pdf/splice/splice-file.ts';
import { canBeSpliced, type StreamSplice, streamSplices } from '../pdf/splice/stream-splices.ts';
import { streamItems } from '../pdf/streams.ts';
import { imageAmount, workAmount } from '../work/amount.ts';
import { passContext } from './pass-context.ts';
import type { PiecedResult, ReportDraft } from './report-draft.ts';
import type { Task } from './run.ts';

/** Passes whose changes stay within a stream and its dictionary. */
const WITHIN_STREAMS = [images, streams];

/** Returns the smaller file, or the input with the warning `damaged-kept`. */
export async function aroundDamage(
  given: Task,
  standing: Pick<PassContext, 'facts' | 'rules'>,
  draft: ReportDraft,
): Promise<PiecedResult> {
  const { input, openOptions, threads, progress, signal, only } = given;
  const doc = await openDocument(input.bytes, { ...openOptions, keepLayout: true, limitsGrowth: true });
  if (!canBeSpliced(doc)) return draft.unchanged('damaged-kept');
  // These need new objects.
  const task: Task = { ...given, options: { ...given.options, mrc: 'off', ink: 'off', jbig2Symbols: false } };
  multiRoleStreams(doc);
  const before = new Map(streamItems(doc).map(({ ref, stream }) => [ref, stream]));
  const known = new Set(contextEntries(doc.context).keys());
  threads.openFor(workAmount(doc, threads.parallelism), imageAmount(doc));
  const changes = new Changes();
  const ctx = passContext(task, standing, draft, changes);
  for (const pass of WITHIN_STREAMS) {
    signal?.throwIfAborted();
    if (only === undefined || (only === 'images') === (pass === images))
      draft.passes.push(await pass.run(doc, ctx));
  }
  progress.at('writing', 0, 1);
  const made = streamSplices(doc, before, known);
  const spliced = made.length === 0 ? null : spliceFile(input.bytes, made, openOptions.limits);
  if (spliced === null || spliced.file.length >= input.bytes.length) return asItCame(draft);
  reportApplied(draft, spliced.applied);
  const [was, is] = [await input.open(), await openDocument(spliced.file, openOptions)];
  const difference =
    sameReading(was, is) ?? firstDifference(was, is, changes, signal === undefined ? {} : { signal });
  if (difference !== null) return asItCame(draft);
  draft.warn('around-damage');
  return draft.changed(spliced.file);
}

function asItCame(draft: ReportDraft): PiecedResult {
  draft.forgetPasses();
  return draft.unchanged('damaged-kept');
}

/** Corrects the report: what could not take its old place did not change. */
function reportApplied(draft: ReportDraft, applied: readonly StreamSplice[]): void {
  const numbers = new Set(applied.map(({ ref }) => ref.objectNumber));
  const recoded = new Set(
    draft.images.flatMap(({ object, outcome }) => (outcome.kind === 'kept' ? [] : [object])),
  );
  for (const [index, image] of draft.images.entries()) {
    if (image.outcome.kind === 'kept' || numbers.has(image.object)) continue;
    draft.images[index] = { ...image, outcome: { kind: 'kept', reason: 'required-as-is' } };
  }
  for (const [index, report] of draft.passes.entries()) {
    const own = applied.filter(({ ref }) => (report.pass === 'images') === recoded.has(ref.objectNumber));
    const withdrawn = report.changed - own.length;
    const asIs = (report.skips['required-as-is'] ?? 0) + withdrawn;
    draft.passes[index] = {
      ...report,
      changed: own.length,
      savedBytes: own.reduce((sum, { start, end, bytes }) => sum + (end - start) - bytes.length, 0),
      skips: withdrawn === 0 ? report.skips : { ...report.skips, 'required-as-is': asIs },
    };
  }
}
