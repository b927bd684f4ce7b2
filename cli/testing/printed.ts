import type { Output } from '../../library/terminal/output.ts';

/** Output and exit code of a command. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command and captures its output. */
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
