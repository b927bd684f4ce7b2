import type { Context } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonBody } from '../../http/json-body.ts';
import { type JobRequest, jobRequestSchema, MAX_JOB_BYTES } from '../../jobs/job-request.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../../problem.ts';

/** Ten thousand documents with the same mistake are explained well enough by the first of them. */
const MAX_FAULTS = 50;

/** @throws ProblemError `malformed_json`, or `invalid_parameter` with the wrong fields */
export async function readJobRequest(c: Context<AppEnv>): Promise<JobRequest> {
  return checked(jobRequestSchema, await jsonBody(c, MAX_JOB_BYTES));
}

/** The same for what is in the address. */
export function readQuery<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): z.output<Schema> {
  return checked(schema, c.req.query());
}

/** The value as the schema has it. @throws ProblemError `invalid_parameter` */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue): FieldError[] => {
    const field = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys')
      return [{ code: 'invalid_parameter', field, message: issue.message }];
    return issue.keys.map((key) => ({
      code: 'invalid_parameter',
      field: [...issue.path, key].join('.'),
      message: 'is not known.',
    }));
  });
  throw new ProblemError(fieldErrorsProblem(faults.slice(0, MAX_FAULTS)));
}
