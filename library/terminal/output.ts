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
