import { compress } from '../../compress.ts';
import { PdfError } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import type { CompressOptions } from '../../options.ts';
import { pageRefs } from '../../pdf/page-tree.ts';
import { openDocument } from '../../pdf/read/open.ts';
import type { CompressResult } from '../../report.ts';
import type { RunContext } from '../../run/run.ts';

export interface FairEnd {
  /** A word for the outcome. */
  readonly end: string;
  /** The smaller file; null if there is none. */
  readonly output: Uint8Array | null;
}

/**
 * Compresses an arbitrary file, and requires a fair end: a typed error, or a result that is not larger, opens
 * without repair (or with its old damage, if it shrank around it), has its pages, and an accurate report.
 */
export async function fairEnd(
  input: Uint8Array,
  options: CompressOptions,
  run: RunContext,
): Promise<FairEnd> {
  const before = Buffer.from(input);
  let result: CompressResult;
  try {
    result = await compress(input, options, run);
  } catch (thrown) {
    if (thrown instanceof PdfError) return { end: thrown.problem.code, output: null };
    throw thrown;
  }
  const { bytes, report } = result;
  demand(before.equals(input), 'the input was changed');
  demand(report.inputSize === input.length, 'the report has another input');
  demand(report.outputSize === bytes.length, 'the report has another output');
  demand(report.warnings.includes('repaired') === report.repairs.length > 0, 'a repair without its warning');
  demand(
    report.warnings.includes('verification-failed') === (report.checkFailure !== undefined),
    'a failed check without its reason',
  );
  if (report.unchanged) {
    demand(bytes === input && report.ratio === 1, 'unchanged, but not the input');
    return { end: report.warnings.at(-1) ?? 'unchanged', output: null };
  }
  demand(bytes.length < input.length, 'the output is larger');
  demand(report.ratio === bytes.length / input.length, 'the ratio is another');
  for (const warning of ['verification-failed', 'damaged-kept', 'signed', 'metadata-kept'] as const) {
    demand(!report.warnings.includes(warning), `changed in spite of ${warning}`);
  }
  const open = (file: Uint8Array) =>
    openDocument(file, {
      limits: DEFAULT_LIMITS,
      ...(run.password === undefined ? {} : { password: run.password }),
    });
  const again = await open(bytes);
  const isAroundDamage = report.warnings.includes('around-damage');
  // A file that shrinks around its damage keeps it, at other places.
  const damage = isAroundDamage ? (await open(input)).repairs.map(withoutPosition) : [];
  const needed = again.repairs.map(withoutPosition);
  demand(needed.join('\n') === damage.join('\n'), `the output needs repair: ${again.repairs[0]}`);
  demand(pageRefs(again.trailer).length === report.document.pages, 'pages are lost');
  if (isAroundDamage) return { end: 'compressed around damage', output: bytes };
  return {
    end: report.warnings.includes('repaired') ? 'compressed after repair' : 'compressed',
    output: bytes,
  };
}

function withoutPosition(repair: string): string {
  return repair.replace(/\bbyte \d+/, 'a byte');
}

function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
