import { EXIT, type ExitCode } from './exit-code.ts';
import type { Output } from './output.ts';

/** Prints the help that was asked for. */
export function helped(output: Output, help: string): ExitCode {
  output.out(help);
  return EXIT.OK;
}

/** Prints what is wrong with a command line, one sentence per fault. */
export function wrongUsage(output: Output, faults: readonly string[]): ExitCode {
  output.err(`${faults.join('\n')}\nSee --help.\n`);
  return EXIT.WRONG_USAGE;
}
