import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { EXIT, type ExitCode } from '../library/terminal/exit-code.ts';
import type { Output } from '../library/terminal/output.ts';
import { problemOf } from '../shared/index.ts';
import { osPath } from './files/os-path.ts';
import { sanitizeForTerminal } from './terminal/printable.ts';
import { describeFileError } from './text/files.ts';
import { problemText } from './text/problems.ts';

export type Worked<T> =
  | { readonly ok: true; readonly result: T; readonly stats: Stats }
  | { readonly ok: false; readonly code: ExitCode };

/** Reads the file and runs `work` on it. Prints errors on `output` and turns them into an exit code. */
export async function withDocumentFile<T>(
  path: string,
  output: Output,
  work: (input: Uint8Array) => Promise<T>,
): Promise<Worked<T>> {
  let input: Uint8Array;
  let stats: Stats;
  try {
    stats = await stat(osPath(path));
    input = await readFile(osPath(path));
  } catch (error) {
    output.err(`Cannot read ${sanitizeForTerminal(path)}: ${describeFileError(error)}.\n`);
    return { ok: false, code: EXIT.IO_ERROR };
  }
  try {
    return { ok: true, result: await work(input), stats };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    output.err(`${problem.code}: ${problemText(problem)}\n`);
    return { ok: false, code: EXIT.REFUSED };
  }
}
