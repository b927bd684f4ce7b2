import { t } from './i18n/catalog.ts';

const { page } = t;

/** Texts of the page, by place. Texts that depend on numbers or files are in the modules beside this one. */
export const words = {
  ...page,
  work: {
    ...page.work,
    filter: {
      ...page.work.filter,
      over: (limit: string | null) =>
        limit === null ? page.work.filter.over : page.work.filter.overLimit(limit),
    },
  },
  restore: {
    ...page.restore,
    text: (finished: string, unfinished: string | null) =>
      unfinished === null ? page.restore.finished(finished) : page.restore.unfinished(finished, unfinished),
  },
} as const;
