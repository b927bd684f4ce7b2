import type { Output } from '../terminal/output.ts';

/** All that a command printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command, which prints into strings. */
export async function printedBy(command: (output: Output) => Promise<number>): Promise<Printed> {
  const text = { out: '', err: '' };
  const code = await command({
    out: (more) => {
      text.out += more;
    },
    err: (more) => {
      text.err += more;
    },
  });
  return { code, ...text };
}
