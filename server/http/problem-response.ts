import type { Context } from 'hono';
import { PROBLEM_STATUS, type Problem } from '../problem.ts';
import { PROBLEM_TITLES, problemDetail } from '../text/problems.ts';
import type { AppEnv } from './app-env.ts';
import { ACCEPTED_MEDIA_TYPES } from './media-types.ts';

/** A problem as `application/problem+json` (RFC 9457), with the headers of its status. */
export function problemResponse(c: Context<AppEnv>, problem: Problem): Response {
  c.set('problemCode', problem.code);
  const body = { ...problemMembers(problem), requestId: c.get('requestId') };
  return c.body(JSON.stringify(body), PROBLEM_STATUS[problem.code], {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...statusHeaders(problem),
  });
}

/** A problem as data, in a response or for a document within a job. */
export function problemMembers(problem: Problem) {
  return {
    type: `urn:pagelight:problem:${problem.code}`,
    title: PROBLEM_TITLES[problem.code],
    status: PROBLEM_STATUS[problem.code],
    detail: problemDetail(problem),
    code: problem.code,
    ...extensions(problem),
  };
}

/** Members beyond RFC 9457's own, for programs that read the answer. */
function extensions(problem: Problem): Record<string, unknown> {
  const retry = 'retryAfterS' in problem ? { retryAfterSeconds: problem.retryAfterS } : {};
  if ('faults' in problem) return { errors: problem.faults };
  if (problem.code === 'cannot_split') {
    const { reason, allowed, found, page } = problem;
    return { reason, allowed, found, page };
  }
  if ('remoteStatus' in problem) return { reason: problem.reason, remoteStatus: problem.remoteStatus };
  if ('reason' in problem) return { reason: problem.reason, ...retry };
  switch (problem.code) {
    case 'too_large':
    case 'input_too_large':
      return { limitBytes: problem.limitBytes };
    case 'unsupported_filter':
      return { filter: problem.filter };
    case 'limit_exceeded':
      return { limit: problem.limit, allowed: problem.allowed };
    case 'rate_limited':
      return { policy: problem.policy, limit: problem.limit, ...retry };
    case 'too_many_open':
      return { limit: problem.limit, ...retry };
    case 'daily_limit':
      return { policy: problem.what, limit: problem.limit, ...retry };
    default:
      return retry;
  }
}

function statusHeaders(problem: Problem): Record<string, string> {
  switch (problem.code) {
    case 'missing_key':
      return { 'WWW-Authenticate': 'Bearer realm="pagelight"' };
    case 'invalid_key':
    case 'revoked_key':
    case 'expired_key':
      // RFC 6750, 3.1
      return { 'WWW-Authenticate': 'Bearer realm="pagelight", error="invalid_token"' };
    case 'insufficient_scope':
      return {
        'WWW-Authenticate': `Bearer realm="pagelight", error="insufficient_scope", scope="${problem.scope}"`,
      };
    case 'unauthenticated':
      return { 'WWW-Authenticate': 'Session realm="pagelight"' };
    case 'method_not_allowed':
      return { Allow: problem.allow.join(', ') };
    case 'unsupported_media_type':
      return { Accept: ACCEPTED_MEDIA_TYPES.join(', ') }; // RFC 9110, 15.5.16
    case 'unsupported_encoding':
      return { 'Accept-Encoding': 'identity' }; // RFC 9110, 12.5.3
    case 'busy':
    case 'rate_limited':
    case 'unavailable':
    case 'idempotency_in_progress':
    case 'daily_limit':
    case 'too_many_open':
    case 'not_ended':
    case 'too_many_attempts':
      return { 'Retry-After': String(problem.retryAfterS) };
    default:
      return {};
  }
}
