import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import { refusedDetail, unreachableDetail } from './remote-problems.ts';

/** Short title of the kind of problem, the same for every occurrence (RFC 9457, 3.1.3). */
export const PROBLEM_TITLES: Readonly<Record<ProblemCode, string>> = {
  invalid_parameter: 'Invalid parameter',
  missing_file: 'No PDF was sent',
  malformed_multipart: 'Malformed form',
  duplicate_parameter: 'A parameter was sent twice',
  missing_key: 'API key required',
  invalid_key: 'Invalid API key',
  revoked_key: 'The API key was revoked',
  expired_key: 'The API key has expired',
  insufficient_scope: 'API key lacks a scope',
  malformed_json: 'The request is not a JSON object',
  unauthenticated: 'Not signed in',
  wrong_credentials: 'Email and password do not match',
  wrong_password: 'This is not the current password',
  invalid_setup_code: 'The set-up code is not right',
  invalid_code: 'The code is not right',
  invalid_invitation: 'Invalid invitation',
  two_factor_required: 'Two-factor code required',
  two_factor_enabled: 'Two-factor authentication is already on',
  already_initialized: 'This server is set up already',
  email_taken: 'Email already in use',
  last_owner: 'Last owner',
  not_allowed: 'Your account may not do this',
  csrf_rejected: 'The request came from another site',
  too_many_attempts: 'Too many attempts',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  upload_too_slow: 'The upload is too slow',
  too_large: 'The upload is too large',
  unsupported_media_type: 'The request is neither a form nor a PDF',
  unsupported_encoding: 'Content-Encoding not supported',
  not_a_pdf: 'The file is not a PDF',
  encrypted_pdf: 'The PDF is protected by a password',
  damaged_pdf: 'The PDF is damaged',
  unsupported_filter: 'The PDF uses an unsupported filter',
  limit_exceeded: 'The PDF exceeds a limit',
  cannot_split: 'The PDF cannot be split',
  rate_limited: 'Too many requests',
  daily_limit: 'Daily quota exceeded',
  idempotency_mismatch: 'The Idempotency-Key belongs to another request',
  idempotency_in_progress: 'A request with this Idempotency-Key is in progress',
  too_many_open: 'The key has too many documents open',
  not_ended: 'The document has not ended yet',
  no_result: 'The document has no result',
  result_gone: 'The result is gone',
  result_sent: 'The result was sent to its address',
  input_refused: 'The input was refused',
  input_unreachable: 'The input cannot be reached',
  input_too_large: 'The input is too large',
  input_changed: 'The input has changed',
  output_refused: 'The result was refused by its address',
  output_failed: 'The result could not be sent',
  input_gone: 'The input is gone',
  worker_lost: 'Processing was interrupted',
  job_failed_early: 'The job failed early',
  sealed_lost: 'The password or address can no longer be read',
  jobs_off: 'Jobs are turned off',
  internal: 'Internal server error',
  busy: 'The server is busy',
  unavailable: 'The server cannot reach its database',
  timeout: 'Processing timed out',
};

/** The cause and what to do about it, in one or two sentences. */
const DETAILS: {
  readonly [Code in ProblemCode]: string | ((problem: Extract<Problem, { readonly code: Code }>) => string);
} = {
  not_a_pdf: pdfProblemDetail,
  encrypted_pdf: pdfProblemDetail,
  damaged_pdf: pdfProblemDetail,
  unsupported_filter: pdfProblemDetail,
  cannot_split: pdfProblemDetail,
  limit_exceeded: (problem) =>
    problem.limit === 'memory'
      ? 'The PDF needed more memory than one job may use. Split it, or ask the operator of the server to raise JOB_MEMORY_MB.'
      : pdfProblemDetail(problem),
  missing_file: faultsText,
  invalid_parameter: faultsText,
  duplicate_parameter: faultsText,
  malformed_multipart: (problem) => MALFORMED_DETAILS[problem.reason],
  missing_key: 'Send a key as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  invalid_key: 'No such key exists here. Check that it was copied whole.',
  revoked_key: 'Someone revoked this key. Use another one or create a new one.',
  expired_key: 'This key has expired. Create a new one.',
  insufficient_scope: (problem) => `The key lacks the scope "${problem.scope}". Use a key that has it.`,
  malformed_json: 'Send a JSON object as application/json, of at most 16 KB; to /jobs of at most 8 MB.',
  unauthenticated: 'Sign in to the dashboard and try again.',
  wrong_credentials: 'That email and password don’t match. Check both and try again.',
  wrong_password: 'That is not your current password. Check it and try again.',
  invalid_setup_code: 'That code is wrong or was already used.',
  invalid_code: 'That code is wrong or was already used. Wait for the next one and try again.',
  invalid_invitation: 'This invitation was used, revoked or has expired. Ask for a new one.',
  two_factor_required: 'Enter the code that your authenticator app shows now, or one of your recovery codes.',
  two_factor_enabled: 'Turn it off first, then set it up again.',
  email_taken: 'This email already belongs to a member or an open invitation.',
  last_owner: 'There must be at least one owner. Make someone else an owner first.',
  not_allowed: 'Ask an owner of this server to do it, or to give you another role.',
  already_initialized: 'There is already an account. Sign in with it.',
  csrf_rejected: 'The dashboard takes changes only from its own page.',
  too_many_attempts: (problem) => `Too many attempts. Wait ${minutes(problem.retryAfterS)}.`,
  not_found: 'Check the address; compressing is POST /api/v1/compress.',
  method_not_allowed: (problem) => `Use ${problem.allow.join(' or ')}.`,
  too_large: (problem) =>
    `The limit is ${megabytes(problem.limitBytes)} (${problem.limitBytes} bytes). Send a smaller file, or ask the operator of the server to raise MAX_UPLOAD_MB.`,
  upload_too_slow: (problem) =>
    `The upload was slower than ${problem.bytesPerS} bytes per second and was aborted.`,
  unsupported_media_type:
    'Send the PDF as multipart/form-data, in the field "file", or as a body of type application/pdf.',
  unsupported_encoding: 'Send the PDF without Content-Encoding. PDFs are already compressed.',
  busy: (problem) => `${BUSY_DETAILS[problem.reason]} Try again in ${problem.retryAfterS} s.`,
  rate_limited: (problem) =>
    `${RATE_LIMITED_DETAILS[problem.policy](problem.limit)} Try again in ${problem.retryAfterS} s.`,
  daily_limit: (problem) =>
    `This key may send ${problem.limit} ${problem.what} in a day (UTC). Try again in ${problem.retryAfterS} s, or ask the operator of the server for more.`,
  unavailable: (problem) =>
    `Its database does not answer at the moment. Try again in ${problem.retryAfterS} s.`,
  idempotency_mismatch:
    'Another document or other parameters were sent with this Idempotency-Key in the last 24 hours. Choose a new one.',
  idempotency_in_progress: (problem) => `Retry in ${problem.retryAfterS} s to get its result.`,
  timeout: (problem) =>
    `Processing was stopped after ${problem.limitMs / 1000} s. Split the PDF, or ask the operator of the server to raise JOB_TIMEOUT_S.`,
  too_many_open: (problem) =>
    `This key may have at most ${problem.limit} unfinished documents. Try again in ${problem.retryAfterS} s.`,
  not_ended: (problem) =>
    `It is queued or running. Ask again in ${problem.retryAfterS} s, or for the job with "Prefer: wait=60".`,
  no_result: 'It failed or was cancelled; the document of the job says why.',
  result_gone: 'Its retention time is over. Send the document again.',
  input_gone: 'Its retention time is over. Send the document again.',
  worker_lost: (problem) =>
    `Processing was interrupted ${problem.attempts} times and is not tried again. Send the document by itself, or split it.`,
  job_failed_early:
    'Too many documents of the job failed (failAfter), so this one was not tried. Retry the job when the cause is gone.',
  sealed_lost: 'The secret that encrypted its password or address has changed. Send the document again.',
  result_sent: 'The job gave an address for it; the document of the job shows it.',
  input_refused: refusedDetail,
  input_unreachable: unreachableDetail,
  input_too_large: (problem) =>
    `The limit is ${megabytes(problem.limitBytes)} (${problem.limitBytes} bytes), of the server or of the document's own maxBytes.`,
  input_changed: (problem) =>
    `Its ${problem.reason === 'sha256' ? 'SHA-256' : 'ETag'} is not the one that the job gave. Send a new job with the right one.`,
  output_refused: refusedDetail,
  output_failed: unreachableDetail,
  jobs_off:
    'Send each document to /api/v1/compress, or ask the operator of the server to turn jobs on (JOBS).',
  internal: 'This is an error of the server, not of your request. Report it with the request id.',
};

/** The cause of a problem and what to do about it, in one or two sentences. */
export function problemDetail(problem: Problem): string {
  // The cast: the text of a code takes the problems of that code.
  const detail = DETAILS[problem.code] as string | ((problem: Problem) => string);
  return typeof detail === 'string' ? detail : detail(problem);
}

function faultsText({ faults }: Extract<Problem, { readonly faults: unknown }>): string {
  return faults.map(({ field, message }) => `${field}: ${message}`).join(' ');
}

type ReasonOf<Code extends ProblemCode> =
  Extract<Problem, { code: Code }> extends { reason: infer Reason extends string } ? Reason : never;

const BUSY_DETAILS: Readonly<Record<ReasonOf<'busy'>, string>> = {
  queue: 'The queue is full.',
  bytes: 'The upload memory is full.',
  store: 'The disk space for jobs is used up.',
  draining:
    'This server is shutting down and would not be done in time; another one, or its successor, will be.',
};

const RATE_LIMITED_DETAILS: Readonly<Record<'key' | 'address', (limit: number) => string>> = {
  key: (limit) => `The rate limit is ${limit} requests per minute for this key.`,
  address: (limit) => `The rate limit is ${limit} requests per minute for your address.`,
};

const MALFORMED_DETAILS: Readonly<Record<ReasonOf<'malformed_multipart'>, string>> = {
  'no-boundary': 'The Content-Type names no boundary. Let your HTTP client set that header itself.',
  'cut-short': 'The form ends before its closing boundary. Send it again, whole.',
  unreadable: 'The form is not valid multipart/form-data. Let your HTTP client build it.',
  'too-many-parts': 'The form has far more fields than there are parameters. Send only the known ones.',
};

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds / 60);
  return whole === 1 ? '1 minute' : `${whole} minutes`;
}

function megabytes(bytes: number): string {
  return `${Number((bytes / (1024 * 1024)).toFixed(1))} MB`;
}
