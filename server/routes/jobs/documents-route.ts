import type { Context, Handler } from 'hono';
import { accepts } from 'hono/accepts';
import { z } from 'zod';
import type { JobRow } from '../../db/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { streamOf } from '../../http/response/response-file.ts';
import type { JobService } from '../../jobs/job-service.ts';
import { documentView } from '../../jobs/views.ts';
import { keyOf } from './key-of.ts';
import { readQuery } from './read-request.ts';

const querySchema = z.strictObject({
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.coerce.number().int().min(-1).default(-1),
});
const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/jsonl';
/** Rows in memory at a time. */
const PIECE_ROWS = 200;

/** `GET /api/v1/jobs/{id}/documents`: a page of them as JSON, or all as JSON Lines, which is the report of the job. */
export function documentsRoute(jobs: JobService): Handler<AppEnv> {
  return async (c) => {
    const { state, limit, after } = readQuery(c, querySchema);
    const job = await jobs.find(keyOf(c), c.req.param('id') ?? '');
    const type = accepts(c, { header: 'Accept', supports: [JSON_TYPE, LINES_TYPE], default: JSON_TYPE });
    const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
    if (type === LINES_TYPE)
      return c.body(streamOf(linesOf(jobs, job, state, after)), 200, {
        ...headers,
        'Content-Type': LINES_TYPE,
      });
    const rows = await jobs.documents(job, { state, limit, after });
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) linkNext(c, String(last.n));
    return c.json({ documents: rows.map(documentView) }, 200, headers);
  };
}

/** Says where the next page is. */
export function linkNext(c: Context<AppEnv>, after: string): void {
  const query = new URLSearchParams({ ...c.req.query(), after });
  c.header('Link', `<${c.req.path}?${query}>; rel="next"`);
}

async function* linesOf(
  jobs: JobService,
  job: JobRow,
  state: string | undefined,
  after: number,
): AsyncGenerator<Uint8Array> {
  for (let last = after; ; ) {
    const rows = await jobs.documents(job, { state, limit: PIECE_ROWS, after: last });
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.n;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(documentView(row))}\n`).join(''));
  }
}
