import { t } from './i18n/catalog.ts';

const { page } = t;

/** Texts of the page, by place. Texts that depend on numbers or files are in the modules beside this one. */
export const words = {
  ...page,
  restore: {
    ...page.restore,
    text: (finished: string, unfinished: string | null) =>
      unfinished === null ? page.restore.finished(finished) : page.restore.unfinished(finished, unfinished),
  },
} as const;
