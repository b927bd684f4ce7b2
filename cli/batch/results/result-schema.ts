import { z } from 'zod';
import { WARNING_TEXTS } from '../../../shared/index.ts';
import { keysOf } from '../../../shared/lists.ts';
import type { FileResult } from './file-result.ts';

/** A line of `--json` or of a log. */
type Line = FileResult & { readonly gainBytes?: number; readonly time?: string };

/** Stable codes, each with the status that it explains. A new one does not compile until it is named here. */
const PROBLEM_CODES: Readonly<Record<NonNullable<FileResult['problem']>['code'], FileResult['status']>> = {
  not_a_pdf: 'refused',
  encrypted_pdf: 'refused',
  damaged_pdf: 'refused',
  unsupported_filter: 'refused',
  limit_exceeded: 'refused',
  cannot_split: 'refused',
  cannot_read: 'failed',
  cannot_write: 'failed',
  output_exists: 'failed',
  modified_concurrently: 'failed',
  hard_linked: 'failed',
  time_limit: 'failed',
  out_of_memory: 'failed',
  internal: 'failed',
};

const count = z.int().min(0);
const path = z.string().min(1);

/** All fields: a new one does not compile until it is here. */
const FIELDS = {
  file: path,
  status: z.enum(['smaller', 'unchanged', 'skipped', 'refused', 'failed']),
  output: path.optional(),
  parts: z
    .array(z.strictObject({ output: path, bytes: count, firstPage: count, lastPage: count }))
    .min(2)
    .optional(),
  receipt: path.optional(),
  lostAttributes: z.array(z.enum(['owner', 'group', 'extended'])).optional(),
  earlierOutputs: z.array(path).optional(),
  inputSize: count.optional(),
  outputSize: count.optional(),
  warnings: z.array(z.enum(keysOf(WARNING_TEXTS))).optional(),
  missed: z
    .strictObject({
      requestedSize: count,
      minSize: count.optional(),
      mode: z.enum(['fit', 'closest']),
      remedy: z.strictObject({ ink: z.literal('auto'), size: count }).optional(),
    })
    .optional(),
  chosen: z.literal('mrc').optional(),
  stayed: z
    .strictObject({
      kind: z.enum(['image', 'font']),
      count,
      bytes: count,
      // There are fifty, and every version may find another.
      reason: z.custom<NonNullable<FileResult['stayed']>['reason']>().meta({ type: 'string' }),
    })
    .optional(),
  problem: z.strictObject({ code: z.enum(keysOf(PROBLEM_CODES)), detail: z.string() }).optional(),
  gainBytes: z.int().optional().describe('with --dry-run'),
  time: z.iso.datetime().optional().describe('in a log'),
} satisfies { readonly [Field in keyof Required<Line>]: z.ZodType<Line[Field]> };

export const RESULT_SCHEMA = z
  .strictObject(FIELDS)
  .refine(({ status, problem }) => problem === undefined || PROBLEM_CODES[problem.code] === status);

/** The schema as it is published. */
export function resultJsonSchema(): unknown {
  return z.toJSONSchema(RESULT_SCHEMA, { unrepresentable: 'any' });
}
