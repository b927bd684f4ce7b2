import type { Context } from 'hono';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

/** JSON requests here are short. */
const MAX_BYTES = 16 * 1024;

/**
 * Parses the request's JSON object.
 *
 * @throws ProblemError `malformed_json`
 */
export async function jsonBody(c: Context<AppEnv>, maxBytes = MAX_BYTES): Promise<object> {
  const isJson = /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
  const text = isJson ? await shortText(c.req.raw.body, maxBytes) : null;
  if (text === null) throw new ProblemError({ code: 'malformed_json' });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Rejected below, like any value that is not an object.
  }
  throw new ProblemError({ code: 'malformed_json' });
}

/** Null as soon as it is too long, however long it goes on. */
async function shortText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (body === null) return null;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > maxBytes) {
      // The rest is left to the response: a refusal reads and discards it.
      reader.releaseLock();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
