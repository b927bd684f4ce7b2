import type { Context } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonBody } from '../../http/json-body.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';

/**
 * Parses the request's JSON object with the schema.
 *
 * @throws ProblemError `malformed_json`, or `invalid_parameter` with every invalid field
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(schema, await jsonBody(c));
}

/** Like `readJson`, for the query. */
export function readQuery<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): z.output<Schema> {
  return checked(schema, c.req.query());
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = new Map<string, FieldError>();
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.');
    const isMissing = typeof value === 'object' && value !== null && !Object.hasOwn(value, field);
    // One sentence per field is enough.
    if (faults.has(field)) continue;
    faults.set(field, {
      code: 'invalid_parameter',
      field,
      message: isMissing ? fieldWords.missing : message,
    });
  }
  throw new ProblemError(fieldErrorsProblem([...faults.values()]));
}
