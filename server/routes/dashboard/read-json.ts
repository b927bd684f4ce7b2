import type { Context } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../../http/app-env.ts';
import { type FieldFault, faultsProblem, ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';

/** Forms here have a few short fields. */
const MAX_BYTES = 16 * 1024;

/**
 * The request's JSON object, as the schema wants it.
 *
 * @throws ProblemError `malformed_json`, or `invalid_parameter` with every wrong field at once
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(schema, await bodyOf(c));
}

/** The same for what is in the address. */
export function readQuery<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): z.output<Schema> {
  return checked(schema, c.req.query());
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = new Map<string, FieldFault>();
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.');
    const isMissing = typeof value === 'object' && value !== null && !Object.hasOwn(value, field);
    // One sentence for each field is enough.
    if (faults.has(field)) continue;
    faults.set(field, {
      code: 'invalid_parameter',
      field,
      message: isMissing ? fieldWords.missing : message,
    });
  }
  throw new ProblemError(faultsProblem([...faults.values()]));
}

async function bodyOf(c: Context<AppEnv>): Promise<object> {
  const isJson = /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
  const text = isJson ? await shortText(c.req.raw.body) : null;
  if (text === null) throw new ProblemError({ code: 'malformed_json' });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below, like every other thing that is no object.
  }
  throw new ProblemError({ code: 'malformed_json' });
}

/** Null as soon as it is too long, however long it goes on. */
async function shortText(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (body === null) return null;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > MAX_BYTES) {
      // What is left is for whoever answers: a refusal reads it and throws it away.
      reader.releaseLock();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
