import { more } from './more-words.ts';

const { list } = more;

/** The words of the list of files, which the start does without. */
export const listWords = {
  ...list,
  details: {
    ...list.details,
    done: (changed: string, all: string, saved: string | null) =>
      saved === null ? list.details.done(changed, all) : list.details.doneSaved(changed, all, saved),
  },
} as const;
