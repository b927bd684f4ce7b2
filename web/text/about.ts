import { more } from './i18n/more-words.ts';

/** The pages that say how files are treated, and what is said of an address that is none. */
export const aboutWords = more.about;
