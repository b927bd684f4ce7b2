import { more } from './more-words.ts';

const { list } = more;

/** Texts of the list of files, not needed at the start. */
export const listWords = {
  ...list,
  details: {
    ...list.details,
    done: (changed: string, all: string, saved: string | null) =>
      saved === null ? list.details.done(changed, all) : list.details.doneSaved(changed, all, saved),
  },
} as const;
