import { t } from './catalog.ts';

/** The words that all tables of a file have. */
export const tableWords = t.tables;
