/** Where a command writes; tests collect it. */
export interface Output {
  /** The result, for people or programs. */
  out(text: string): void;
  /** What went wrong, and remarks that are not the result. */
  err(text: string): void;
}

export const terminal: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Standard output takes no more, and that is told where it is to be told. */
export class OutputLost extends Error {}

/** 0 done, 1 trouble with files or storage, 2 wrong usage, 3 the document cannot be done, 4 it is not as it should be. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
