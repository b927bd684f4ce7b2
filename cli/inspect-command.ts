import { EXIT, type ExitCode } from '../library/terminal/exit-code.ts';
import type { Output } from '../library/terminal/output.ts';
import { helped, wrongUsage } from '../library/terminal/usage.ts';
import type { Inspection } from '../shared/index.ts';
import type { InspectRun } from '../shared/inspect.ts';
import { INSPECT_SPEC } from './flags/command-specs.ts';
import { flagsOf } from './flags/flag.ts';
import { flagsText } from './flags/help-text.ts';
import { readFlags } from './flags/read-flags.ts';
import { inspectionText } from './inspection-text.ts';
import { withDocumentFile } from './with-document-file.ts';

export const INSPECT_USAGE = `Usage: pagelight inspect ${INSPECT_SPEC.operands}

${INSPECT_SPEC.says}

${flagsText(INSPECT_SPEC)}
Exit codes: 0 done, 1 the file cannot be read, 2 wrong usage, 3 this PDF cannot be opened.
`;

export interface InspectCommandDeps {
  readonly inspect: (input: Uint8Array, run: InspectRun) => Promise<Inspection>;
  readonly output: Output;
}

/** `inspect FILE`: reports the contents of a document. */
export async function inspectCommand(
  args: readonly string[],
  { inspect, output }: InspectCommandDeps,
): Promise<ExitCode> {
  const { flags, positionals, faults } = readFlags(args, flagsOf(INSPECT_SPEC));
  if (flags.has('help')) return helped(output, INSPECT_USAGE);
  const [path, ...rest] = positionals;
  const allFaults = [...faults];
  if (path === undefined) allFaults.push('The PDF to inspect is missing.');
  if (rest.length > 0) allFaults.push(`Only one file can be named; ${rest.join(', ')} is more than that.`);
  if (path === undefined || allFaults.length > 0) return wrongUsage(output, allFaults);

  const password = flags.get('password') || process.env.PAGELIGHT_PASSWORD || undefined;
  const worked = await withDocumentFile(path, output, (input) =>
    inspect(input, password === undefined ? {} : { password }),
  );
  if (!worked.ok) return worked.code;
  output.out(
    flags.has('json') ? `${JSON.stringify(worked.result, null, 2)}\n` : inspectionText(path, worked.result),
  );
  return EXIT.OK;
}
