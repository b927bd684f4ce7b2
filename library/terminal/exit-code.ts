/** Exit codes that commands return. `cli/flags/exit-code-texts.ts` has the sentences of `--help` and the manual page. */
export const EXIT = {
  OK: 0,
  /** A file, a place or standard output can't be read or written. */
  IO_ERROR: 1,
  WRONG_USAGE: 2,
  /** A PDF can't be processed. */
  REFUSED: 3,
  /** A limit was missed, or a check found differences. */
  CHECK_FAILED: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** EX_SOFTWARE of sysexits.h: an error of this program rather than of its input. */
export const EXIT_INTERNAL_ERROR = 70;

/** 128 plus the signal's number, as shells report a program that a signal has ended. */
export const EXIT_OF_SIGNAL = { SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;
