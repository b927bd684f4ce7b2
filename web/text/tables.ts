import { more } from './i18n/more-words.ts';

/** The words that all tables of a file have. */
export const tableWords = more.tables;
