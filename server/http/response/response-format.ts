import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppEnv } from '../app-env.ts';

/** Format of a result: the PDF itself, JSON that contains the PDF, or the report alone. */
export type ResponseFormat = 'pdf' | 'json' | 'report';

const PDF = 'application/pdf';
const JSON_TYPE = 'application/json';

/** `Accept` (RFC 9110, 12.5.1) chooses the format; `Prefer: return=minimal` (RFC 7240, 4.2) omits the file. */
export function negotiateFormat(c: Context<AppEnv>): ResponseFormat {
  const type = accepts(c, { header: 'Accept', supports: [PDF, JSON_TYPE], default: PDF });
  if (type !== JSON_TYPE) return 'pdf';
  return /(^|[,;\s])return=minimal($|[,;\s])/i.test(c.req.header('prefer') ?? '') ? 'report' : 'json';
}
