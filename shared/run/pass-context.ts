import { NO_OVERRIDES } from '../image-overrides.ts';
import { ContentAnalysisCache } from '../passes/content-analysis-cache.ts';
import type { ImageSearch } from '../passes/images/image-search.ts';
import type { PassContext } from '../passes/pass.ts';
import type { Changes } from '../pdf/check/changes.ts';
import type { ReportDraft } from './report-draft.ts';
import type { Task } from './run.ts';

/** Returns the context of one run's passes, which report to `draft`. */
export function passContext(
  { options, imageOverrides, openOptions, host, threads, signal, progress }: Task,
  { facts, rules }: Pick<PassContext, 'facts' | 'rules'>,
  draft: ReportDraft,
  changes: Changes,
  imageSearch?: ImageSearch,
): PassContext {
  return {
    options,
    imageOverrides: imageOverrides ?? NO_OVERRIDES,
    limits: openOptions.limits,
    facts,
    rules,
    host,
    threads,
    content: new ContentAnalysisCache(),
    signal,
    progress,
    changes,
    warn: (warning) => draft.warn(warning),
    reportImage: (image) => draft.images.push(image),
    reportSeparation: (separation) => {
      draft.separation = separation;
    },
    reportInk: (ink) => {
      draft.ink = ink;
    },
    reportFont: (font) => draft.fonts.push(font),
    reportProfile: (profile) => draft.profiles.push(profile),
    ...(imageSearch === undefined ? {} : { imageSearch }),
  };
}
