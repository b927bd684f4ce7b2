import type { Handler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { fieldErrorsProblem, ProblemError } from '../problem.ts';
import { recordPhases } from '../tracing/request-spans.ts';
import { readInspectParameters } from '../upload/parameters.ts';
import { serverTiming } from './compress-response.ts';
import { type DocumentRouteDeps, headerPassword, withUpload } from './with-upload.ts';

/** `POST /api/v1/inspect`: takes a PDF, returns its facts and how its bytes are used. */
export function inspectRoute(deps: DocumentRouteDeps): Handler<AppEnv> {
  return (c) =>
    withUpload(c, deps, async (upload, uploadMs) => {
      const parameters = readInspectParameters(new URL(c.req.url).searchParams, upload);
      if (!parameters.ok) throw new ProblemError(fieldErrorsProblem(parameters.faults));
      const { buffer, byteLength } = upload.document!; // readInspectParameters refuses a request without one

      const password = parameters.password ?? headerPassword(c);
      const client = c.get('key')?.id;
      const job = {
        buffer,
        byteLength,
        ...(password === undefined ? {} : { password }),
        ...(client === undefined ? {} : { client }),
      };
      const outcome = await deps.jobs.inspect(job, c.req.raw.signal);
      recordPhases(c, { uploadMs, queuedMs: outcome.queuedMs, runMs: outcome.runMs });
      if (!outcome.ok) throw new ProblemError(outcome.problem);
      return c.json(outcome.inspection, 200, {
        'Cache-Control': 'no-store',
        'Server-Timing': serverTiming({ ...outcome, uploadMs }),
      });
    });
}
