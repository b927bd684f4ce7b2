import type { PdfProblem } from '../shared/index.ts';

/** Why a request to a client's URL was refused or failed. Contains nothing of the remote's response. */
export type OutboundReason =
  | 'not_a_url'
  | 'too_long'
  | 'scheme'
  | 'credentials_in_url'
  | 'port'
  | 'name'
  | 'host_not_allowed'
  | 'address'
  | 'redirect'
  | 'status'
  | 'encoded'
  | 'too_large'
  | 'too_slow'
  | 'cut_short'
  | 'unreachable'
  /** This server has no memory for the body now. */
  | 'no_room'
  /** The clock of this server and that of the bucket's service differ too much. */
  | 'clock'
  /** The role of this server gives no credentials for the bucket's service. */
  | 'credentials'
  /** `s3://` of a bucket, or of a place in it, that the operator did not open. */
  | 'bucket'
  /** Not a name for an object that this server would ask for. */
  | 'key';

/** One invalid part of a request. A response lists all of them. */
export interface FieldError {
  readonly code: 'missing_file' | 'duplicate_parameter' | 'invalid_parameter';
  /** Name of the form field or query parameter. */
  readonly field: string;
  readonly message: string;
}

/** Every reason for a refused request, as data: a problem of the document or of the service. */
export type Problem =
  | PdfProblem
  | { readonly code: FieldError['code']; readonly faults: readonly FieldError[] }
  | {
      readonly code: 'malformed_multipart';
      readonly reason: 'no-boundary' | 'cut-short' | 'unreadable' | 'too-many-parts';
    }
  | { readonly code: KeyProblemCode }
  | { readonly code: 'insufficient_scope'; readonly scope: string }
  | { readonly code: AccountProblemCode }
  | { readonly code: 'too_many_attempts'; readonly retryAfterS: number }
  | { readonly code: 'idempotency_mismatch' }
  | { readonly code: 'idempotency_in_progress'; readonly retryAfterS: number }
  | { readonly code: 'not_found' }
  | { readonly code: 'method_not_allowed'; readonly allow: readonly string[] }
  | { readonly code: 'too_large'; readonly limitBytes: number }
  | { readonly code: 'upload_too_slow'; readonly bytesPerS: number }
  | { readonly code: 'unsupported_media_type' }
  | { readonly code: 'unsupported_encoding' }
  | { readonly code: 'limit_exceeded'; readonly limit: 'memory'; readonly allowed: number }
  | { readonly code: 'busy'; readonly reason: BusyReason; readonly retryAfterS: number }
  | {
      readonly code: 'rate_limited';
      /** Whether the key's or the address's requests were counted. */
      readonly policy: 'key' | 'address';
      /** Requests per minute. */
      readonly limit: number;
      readonly retryAfterS: number;
    }
  | {
      readonly code: 'daily_limit';
      readonly what: 'documents' | 'bytes';
      /** The limit per day. */
      readonly limit: number;
      /** Seconds until the next day (UTC). */
      readonly retryAfterS: number;
    }
  | { readonly code: 'too_many_open'; readonly limit: number; readonly retryAfterS: number }
  | { readonly code: 'not_ended'; readonly retryAfterS: number }
  | { readonly code: 'worker_lost'; readonly attempts: number }
  | {
      readonly code:
        | 'jobs_off'
        | 'job_failed_early'
        | 'no_result'
        | 'result_gone'
        | 'result_sent'
        | 'input_gone'
        | 'sealed_lost';
    }
  | {
      readonly code: 'input_refused' | 'input_unreachable' | 'output_refused' | 'output_failed';
      readonly reason: OutboundReason;
      /** Status of the remote's response, with the reason `status`. */
      readonly remoteStatus: number | undefined;
    }
  | { readonly code: 'input_too_large'; readonly limitBytes: number }
  | { readonly code: 'input_changed'; readonly reason: 'sha256' | 'etag' }
  | { readonly code: 'unavailable'; readonly retryAfterS: number }
  | { readonly code: 'timeout'; readonly limitMs: number }
  | { readonly code: 'internal' };

/** `draining`: the server is shutting down, and would not be done in time. `store`: the disk space for jobs is used up. */
export type BusyReason = 'queue' | 'bytes' | 'draining' | 'store';
export type KeyProblemCode = 'missing_key' | 'invalid_key' | 'revoked_key' | 'expired_key';
/** Problems of the dashboard and its accounts. */
export type AccountProblemCode =
  | 'malformed_json'
  | 'unauthenticated'
  | 'wrong_credentials'
  | 'wrong_password'
  | 'invalid_setup_code'
  | 'invalid_code'
  | 'invalid_invitation'
  | 'two_factor_required'
  | 'two_factor_enabled'
  | 'already_initialized'
  | 'email_taken'
  | 'last_owner'
  | 'not_allowed'
  | 'csrf_rejected';
export type ProblemCode = Problem['code'];

export const PROBLEM_STATUS = {
  invalid_parameter: 400,
  missing_file: 400,
  malformed_multipart: 400,
  duplicate_parameter: 400,
  malformed_json: 400,
  wrong_password: 400,
  missing_key: 401,
  invalid_key: 401,
  revoked_key: 401,
  expired_key: 401,
  unauthenticated: 401,
  wrong_credentials: 401,
  two_factor_required: 401,
  insufficient_scope: 403,
  invalid_setup_code: 403,
  invalid_code: 403,
  invalid_invitation: 403,
  not_allowed: 403,
  csrf_rejected: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_initialized: 409,
  email_taken: 409,
  last_owner: 409,
  two_factor_enabled: 409,
  idempotency_in_progress: 409,
  not_ended: 409,
  no_result: 409,
  result_sent: 409,
  result_gone: 410,
  input_gone: 410,
  upload_too_slow: 408,
  too_large: 413,
  input_too_large: 413,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  not_a_pdf: 415,
  encrypted_pdf: 422,
  damaged_pdf: 422,
  unsupported_filter: 422,
  limit_exceeded: 422,
  cannot_split: 422,
  idempotency_mismatch: 422,
  input_refused: 422,
  input_changed: 422,
  output_refused: 422,
  job_failed_early: 422,
  too_many_attempts: 429,
  rate_limited: 429,
  daily_limit: 429,
  too_many_open: 429,
  internal: 500,
  worker_lost: 500,
  sealed_lost: 500,
  jobs_off: 501,
  input_unreachable: 502,
  output_failed: 502,
  busy: 503,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<ProblemCode, number>;

/** Ends a request with `problem` as its response. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: { cause?: unknown }) {
    super(problem.code, options);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** The queue is full, or memory for documents is. */
export function busyProblem(reason: BusyReason, retryAfterS: number): Problem {
  return { code: 'busy', reason, retryAfterS };
}

/** The problem of a request with these errors. The most helpful code becomes the problem's code. */
export function fieldErrorsProblem(faults: readonly FieldError[]): Problem {
  const codes: readonly FieldError['code'][] = ['missing_file', 'duplicate_parameter', 'invalid_parameter'];
  const code = codes.find((candidate) => faults.some((fault) => fault.code === candidate));
  if (code === undefined) throw new Error('no faults given');
  return { code, faults };
}
