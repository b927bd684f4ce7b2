import type { ContentAnalysis } from './analysis.ts';
import type { ContentUnit } from './interpret/units.ts';

/** Counts the units of content that draw each image, by its tag. */
export function timesDrawn(survey: ContentAnalysis): ReadonlyMap<string, number> {
  const drawn = new Map<string, number>();
  for (const unit of survey.units) {
    for (const target of unit.draws.keys()) {
      if (target.kind === 'image') drawn.set(target.ref.tag, (drawn.get(target.ref.tag) ?? 0) + 1);
    }
  }
  return drawn;
}

/** Counts the times that content shows each image, by its tag: a form on two pages shows its images twice. */
export function timesShown(survey: ContentAnalysis): ReadonlyMap<string, number> {
  const shown = new Map<string, number>();
  const ofUnit = new Map<ContentUnit, number>();
  for (const { unit } of survey.pages) ofUnit.set(unit, (ofUnit.get(unit) ?? 0) + 1);
  for (const unit of survey.units) {
    // Content that no page draws counts once.
    const times = ofUnit.get(unit) ?? 1;
    for (const target of unit.draws.keys()) {
      if (target.kind === 'image') shown.set(target.ref.tag, (shown.get(target.ref.tag) ?? 0) + times);
      else ofUnit.set(target, (ofUnit.get(target) ?? 0) + times);
    }
  }
  return shown;
}
