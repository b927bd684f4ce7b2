import { more } from './i18n/more-words.ts';

/** Texts on how files are treated, and for unknown pages. */
export const aboutWords = more.about;
