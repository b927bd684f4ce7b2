import type { ContentAnalysis } from './analysis.ts';

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
