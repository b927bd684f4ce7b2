/** The output of a command; tests collect it. */
export interface Output {
  /** The result, for people or programs. */
  out(text: string): void;
  /** Errors, and remarks that are not the result. */
  err(text: string): void;
}

export const terminal: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Standard output has closed or failed. The error was already reported. */
export class OutputLost extends Error {}

/** 0 success, 1 file or storage error, 2 wrong usage, 3 the document cannot be processed, 4 a check failed. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
