/** Exit codes of the command. */
export const EXIT_CODES: readonly (readonly [code: string, says: string])[] = [
  ['0', 'done, also when nothing could be saved'],
  ['1', 'a file or standard output cannot be read or written'],
  ['2', 'wrong usage; nothing was done'],
  ['3', 'a PDF cannot be compressed; all others are done'],
  [
    '4',
    'a result exceeds --limit, or all exceed --budget; with verify: content was lost, or the receipt is wrong',
  ],
  ['70', 'an internal error, described in one line'],
  ['130, 143', 'interrupted by SIGINT or SIGTERM; what is done stays'],
  ['141', 'the reader of standard output has ended, as head does'],
];
