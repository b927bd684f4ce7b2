import { format } from './format.ts';

/** The words that all tables of a file have. */
export const tableWords = {
  showing: (shown: number, all: number) => `Showing ${format.count(shown)} of ${format.count(all)}.`,
  showAll: 'Show all',
  fileKept: 'The whole file was kept as it was.',
} as const;
