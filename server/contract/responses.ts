import { PROBLEM_STATUS, type ProblemCode } from '../problem.ts';
import { HEADER_TEXTS, STATUS_TEXTS } from '../text/contract.ts';
import { problemSchema } from './schemas.ts';

type HeaderName = keyof typeof HEADER_TEXTS;

/** Headers of an answer, with their words. */
export function headers(...names: HeaderName[]) {
  return Object.fromEntries(
    names.map((name) => [name, { description: HEADER_TEXTS[name], schema: { type: 'string' as const } }]),
  );
}

export const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;

/** Refusals of an operation on documents: every status of a problem that it may meet. */
export const REFUSALS = [400, 401, 403, 408, 409, 413, 415, 422, 429, 500, 503, 504] as const;

/**
 * @param statuses each with the codes of the problems that have it
 * @param alsoMet problems that documents alone do not meet
 */
export function refusals(
  statuses: readonly (keyof typeof STATUS_TEXTS)[],
  alsoMet: readonly ProblemCode[] = [],
) {
  const isMet = (code: string) =>
    !(NOT_OF_DOCUMENTS.has(code) || OF_JOBS.has(code)) || (alsoMet as readonly string[]).includes(code);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(PROBLEM_STATUS)
        .filter(([code, its]) => its === status && isMet(code))
        .map(([code]) => `\`${code}\``);
      const retry = status === 409 || status === 429 || status === 503 ? (['Retry-After'] as const) : [];
      return [
        status,
        {
          description: `${STATUS_TEXTS[status]} Codes: ${codes.join(', ')}.`,
          headers: headers('X-Request-Id', ...retry),
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      ];
    }),
  );
}

/** Problems of the dashboard and of other addresses. */
export const NOT_OF_DOCUMENTS = new Set<string>([
  'malformed_json',
  'wrong_password',
  'wrong_credentials',
  'invalid_setup_code',
  'invalid_code',
  'invalid_invitation',
  'two_factor_required',
  'two_factor_enabled',
  'email_taken',
  'last_owner',
  'not_allowed',
  'already_initialized',
  'unauthenticated',
  'csrf_rejected',
  'too_many_attempts',
  'not_found',
] satisfies ProblemCode[]);

/** Problems that jobs alone meet. */
const OF_JOBS = new Set<string>([
  'too_many_open',
  'not_ended',
  'no_result',
  'result_gone',
  'result_sent',
  'input_refused',
  'input_unreachable',
  'input_too_large',
  'input_changed',
  'output_refused',
  'output_failed',
  'input_gone',
  'worker_lost',
  'sealed_lost',
  'jobs_off',
] satisfies ProblemCode[]);

/** Either is enough. */
export const security: Record<string, string[]>[] = [{ bearer: [] }, { apiKey: [] }];
