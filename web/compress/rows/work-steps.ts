import type { CompressReport, ImageReport, PassReport, SkipReason } from '../../../shared/index.ts';

/** Counts of one step that add up: each item was changed, skipped for a reason, or needed nothing. */
export type WorkStep = Pick<PassReport, 'pass' | 'items' | 'changed' | 'savedBytes' | 'skips'>;

/** The steps that changed or skipped something, each once, in order of first appearance. */
export function workSteps({
  passes,
  images,
}: Pick<CompressReport, 'passes' | 'images'>): readonly WorkStep[] {
  const steps = new Map<string, WorkStep>();
  for (const pass of passes) {
    const before = steps.get(pass.pass);
    const step = toldStep(pass, images);
    steps.set(pass.pass, before === undefined ? step : sumOf(before, step));
  }
  return [...steps.values()].filter(({ changed, skips }) => changed > 0 || Object.keys(skips).length > 0);
}

function toldStep(pass: PassReport, images: readonly ImageReport[]): WorkStep {
  switch (pass.pass) {
    case 'images':
      return { ...pass, ...imageCounts(images) };
    case 'streams': {
      // Another step counts them.
      const { 'image-codec': packedAsImage = 0, ...skips } = pass.skips;
      return { ...pass, items: pass.items - packedAsImage, skips };
    }
    default:
      return pass;
  }
}

/** Counts as the row and the file's page do: a soft mask is part of its image. */
function imageCounts(images: readonly ImageReport[]): Pick<WorkStep, 'items' | 'changed' | 'skips'> {
  const shown = images.filter(({ softMask }) => !softMask);
  const skips: Partial<Record<SkipReason, number>> = {};
  let changed = 0;
  for (const { outcome } of shown) {
    if (outcome.kind === 'replaced') changed += 1;
    else skips[outcome.reason] = (skips[outcome.reason] ?? 0) + 1;
  }
  return { items: shown.length, changed, skips };
}

/** A repeated step processes other objects. */
function sumOf(a: WorkStep, b: WorkStep): WorkStep {
  const skips: Partial<Record<SkipReason, number>> = { ...a.skips };
  for (const [reason, count] of Object.entries(b.skips) as [SkipReason, number][]) {
    skips[reason] = (skips[reason] ?? 0) + count;
  }
  return {
    ...a,
    items: a.items + b.items,
    changed: a.changed + b.changed,
    savedBytes: a.savedBytes + b.savedBytes,
    skips,
  };
}
