import { more } from './i18n/more-words.ts';

/** Texts shared by all tables of a file. */
export const tableWords = more.tables;
