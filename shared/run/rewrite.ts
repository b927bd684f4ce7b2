import { unchangedReason } from '../guarantees.ts';
import type { ImageSearch } from '../passes/images/image-search.ts';
import { STEPS } from '../passes/index.ts';
import type { Pass } from '../passes/pass.ts';
import type { Pieces } from '../pdf/byte-source.ts';
import { Changes } from '../pdf/check/changes.ts';
import { attachedBytes } from '../pdf/inventory/attached-bytes.ts';
import { documentFacts } from '../pdf/inventory/facts.ts';
import { conformanceRules } from '../pdf/metadata/conformance-rules.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import { writeTogether } from '../pdf/write/write.ts';
import type { PassReport } from '../report.ts';
import { imageAmount, workAmount } from '../work/amount.ts';
import { deflateAll } from '../work/deflate-all.ts';
import { aroundDamage } from './around-damage.ts';
import { passContext } from './pass-context.ts';
import { type PiecedResult, ReportDraft } from './report-draft.ts';
import type { RunScope, Task } from './run.ts';

/** A rewritten document, or one that must not be rewritten: the input, or the input with smaller streams. */
export type Rewritten = { readonly kind: 'kept'; readonly result: PiecedResult } | WrittenDocument;

export interface WrittenDocument {
  readonly kind: 'written';
  /** Larger than the input if nothing was gained. */
  readonly output: Pieces;
  readonly changes: Changes;
  readonly draft: ReportDraft;
}

/** Returns the new file, unchecked. Releases the document that was changed: the check needs the memory. */
export async function rewrite(task: Task, imageSearch?: ImageSearch): Promise<Rewritten> {
  const { input, options, signal, threads, progress } = task;
  progress.at('reading', 0, 1);
  const doc = await input.open();
  const facts = documentFacts(doc);
  const rules = conformanceRules(doc);
  // Before any change: roles are determined from the original file.
  multiRoleStreams(doc);
  progress.at('reading', 1, 1);

  const draft = new ReportDraft(input.bytes, options, facts, doc);
  const kept = unchangedReason(facts, options, doc);
  if (kept === 'damaged-kept')
    return { kind: 'kept', result: await aroundDamage(task, { facts, rules }, draft) };
  if (kept !== null) return { kind: 'kept', result: draft.unchanged(kept) };
  if (facts.signed) draft.warn('signatures-broken');
  const images = imageAmount(doc);
  if (images.pixels === 0) progress.expectNoImages();
  threads.openFor(workAmount(doc, threads.parallelism), images);
  const changes = new Changes();
  const ctx = passContext(task, { facts, rules }, draft, changes, imageSearch);
  const begun = new Map<Pass, () => Promise<PassReport>>();
  const finished = (pass: Pass) => {
    const finish = begun.get(pass);
    // Jobs of an earlier start mostly only need waiting.
    if (finish === undefined) return pass.run(doc, ctx);
    return threads.helpWith(pass.id === 'images' ? 'images' : 'others', finish());
  };
  for (const step of STEPS) {
    signal?.throwIfAborted();
    if (!step.pass.enabled(options, facts)) continue;
    if (!isAskedFor(step.pass, task.only)) continue;
    if (step.kind === 'begin') begun.set(step.pass, await step.pass.begin(doc, ctx));
    else draft.passes.push(await finished(step.pass));
  }

  draft.addUnreadImages(doc);
  const attached = attachedBytes(doc);

  changes.completePages = options.linearize;
  const output = await writeTogether(
    doc,
    {
      ...rules,
      linearize: options.linearize,
      onProgress: (done, total) => progress.at('writing', done, total),
    },
    (wanted) => deflateAll(wanted, threads),
  );
  signal?.throwIfAborted();
  if (imageSearch !== undefined) draft.sharpness = imageSearch.sharpness;
  if (attached > output.length / 2) draft.warn('mostly-attachments');
  return { kind: 'written', output, changes, draft };
}

function isAskedFor({ id }: Pass, only: RunScope | undefined): boolean {
  return only === undefined || (only === 'images') === (id === 'images');
}
