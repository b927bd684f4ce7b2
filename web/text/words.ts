import { t } from './i18n/catalog.ts';

const { page } = t;

/** The words of the page, by place. What depends on numbers or on a file is in the modules beside this one. */
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
