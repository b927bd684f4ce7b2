import { EXIT, EXIT_INTERNAL_ERROR, EXIT_OF_SIGNAL } from '../../library/terminal/exit-code.ts';

const { SIGINT, SIGPIPE, SIGTERM } = EXIT_OF_SIGNAL;

/** Exit codes of the command and their meaning, for `--help`, the manual page and the tables of the docs. */
export const EXIT_CODE_TEXTS: readonly (readonly [code: string, says: string])[] = [
  [`${EXIT.OK}`, 'done, also when nothing could be saved'],
  [
    `${EXIT.IO_ERROR}`,
    'a file or standard output cannot be read or written, or a PDF exceeds --timeout or --memory; comes before 3, and 3 before 4',
  ],
  [`${EXIT.WRONG_USAGE}`, 'wrong usage; nothing was done'],
  [`${EXIT.REFUSED}`, 'a PDF cannot be compressed; all others are done'],
  [
    `${EXIT.CHECK_FAILED}`,
    'a result exceeds --limit, or all exceed --budget; with verify: content was lost (with --strict also added, or looks different), or the receipt is wrong',
  ],
  [`${EXIT_INTERNAL_ERROR}`, 'an internal error, described in one line'],
  [`${SIGINT}, ${SIGTERM}`, 'interrupted by SIGINT or SIGTERM; what is done stays'],
  [`${SIGPIPE}`, 'the reader of standard output has ended, as head does'],
];
