/** Exit codes of the command. */
export const EXIT_CODES: readonly (readonly [code: string, says: string])[] = [
  ['0', 'done, also when nothing could be saved'],
  ['1', 'a file cannot be read or written, or standard output takes no more'],
  ['2', 'wrong usage; nothing was done'],
  ['3', 'a PDF cannot be compressed; the others are done'],
  [
    '4',
    'a result is larger than --limit, or all are larger than --budget; with verify: something is lost, or the receipt is not right',
  ],
  ['70', 'a fault of this program, which one line tells'],
  ['130, 143', 'interrupted by SIGINT or SIGTERM; what is done stays'],
  ['141', 'whoever read standard output has gone, as head does'],
];
