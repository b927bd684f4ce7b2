import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import type { OutboundReason } from '../outbound/outbound-refused.ts';
import type { Problem, ProblemCode } from '../problem.ts';

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
  sealed_lost: 'The password or address can no longer be read',
  jobs_off: 'Jobs are turned off',
  internal: 'Internal server error',
  busy: 'The server is busy',
  unavailable: 'The server cannot reach its database',
  timeout: 'Processing timed out',
};

/** The cause and what to do about it, in one or two sentences. */
export function problemDetail(problem: Problem): string {
  switch (problem.code) {
    case 'not_a_pdf':
    case 'encrypted_pdf':
    case 'damaged_pdf':
    case 'unsupported_filter':
    case 'cannot_split':
      return pdfProblemDetail(problem);
    case 'limit_exceeded':
      return problem.limit === 'memory'
        ? 'The PDF needed more memory than one job may use. Split it, or ask the operator of the server to raise JOB_MEMORY_MB.'
        : pdfProblemDetail(problem);
    case 'missing_file':
    case 'invalid_parameter':
    case 'duplicate_parameter':
      return problem.faults.map(({ field, message }) => `${field}: ${message}`).join(' ');
    case 'malformed_multipart':
      return MALFORMED_DETAILS[problem.reason];
    case 'missing_key':
      return 'Send a key as "Authorization: Bearer <key>" or as "X-API-Key: <key>".';
    case 'invalid_key':
      return 'No such key exists here. Check that it was copied whole.';
    case 'revoked_key':
      return 'Someone revoked this key. Use another one or create a new one.';
    case 'expired_key':
      return 'This key has expired. Create a new one.';
    case 'insufficient_scope':
      return `The key lacks the scope "${problem.scope}". Use a key that has it.`;
    case 'malformed_json':
      return 'Send a JSON object as application/json, of at most 16 KB; to /jobs of at most 8 MB.';
    case 'unauthenticated':
      return 'Sign in to the dashboard and try again.';
    case 'wrong_credentials':
      return 'That email and password don’t match. Check both and try again.';
    case 'wrong_password':
      return 'That is not your current password. Check it and try again.';
    case 'invalid_setup_code':
      return 'That code is wrong or was already used.';
    case 'invalid_code':
      return 'That code is wrong or was already used. Wait for the next one and try again.';
    case 'invalid_invitation':
      return 'This invitation was used, revoked or has expired. Ask for a new one.';
    case 'two_factor_required':
      return 'Enter the code that your authenticator app shows now, or one of your recovery codes.';
    case 'two_factor_enabled':
      return 'Turn it off first, then set it up again.';
    case 'email_taken':
      return 'This email already belongs to a member or an open invitation.';
    case 'last_owner':
      return 'There must be at least one owner. Make someone else an owner first.';
    case 'not_allowed':
      return 'Ask an owner of this server to do it, or to give you another role.';
    case 'already_initialized':
      return 'There is already an account. Sign in with it.';
    case 'csrf_rejected':
      return 'The dashboard takes changes only from its own page.';
    case 'too_many_attempts':
      return `Too many attempts. Wait ${minutes(problem.retryAfterS)}.`;
    case 'not_found':
      return 'Check the address; compressing is POST /api/v1/compress.';
    case 'method_not_allowed':
      return `Use ${problem.allow.join(' or ')}.`;
    case 'too_large':
      return `The limit is ${megabytes(problem.limitBytes)} (${problem.limitBytes} bytes). Send a smaller file, or ask the operator of the server to raise MAX_UPLOAD_MB.`;
    case 'upload_too_slow':
      return `The upload was slower than ${problem.bytesPerS} bytes per second and was aborted.`;
    case 'unsupported_media_type':
      return 'Send the PDF as multipart/form-data, in the field "file", or as a body of type application/pdf.';
    case 'unsupported_encoding':
      return 'Send the PDF without Content-Encoding. PDFs are already compressed.';
    case 'busy':
      return `${BUSY_DETAILS[problem.reason]} Try again in ${problem.retryAfterS} s.`;
    case 'rate_limited':
      return `${RATE_LIMITED_DETAILS[problem.policy](problem.limit)} Try again in ${problem.retryAfterS} s.`;
    case 'daily_limit':
      return `This key may send ${problem.limit} ${problem.what} in a day (UTC). Try again in ${problem.retryAfterS} s, or ask the operator of the server for more.`;
    case 'unavailable':
      return `Its database does not answer at the moment. Try again in ${problem.retryAfterS} s.`;
    case 'idempotency_mismatch':
      return 'Another document or other options were sent with this Idempotency-Key in the last 24 hours. Choose a new one.';
    case 'idempotency_in_progress':
      return `Retry in ${problem.retryAfterS} s to get its result.`;
    case 'timeout':
      return `Processing was stopped after ${problem.limitMs / 1000} s. Split the PDF, or ask the operator of the server to raise JOB_TIMEOUT_S.`;
    case 'too_many_open':
      return `This key may have at most ${problem.limit} unfinished documents. Try again in ${problem.retryAfterS} s.`;
    case 'not_ended':
      return `It is queued or running. Ask again in ${problem.retryAfterS} s, or for the job with "Prefer: wait=60".`;
    case 'no_result':
      return 'It failed or was cancelled; the document of the job says why.';
    case 'result_gone':
      return 'Its retention time is over. Send the document again.';
    case 'input_gone':
      return 'Its retention time is over. Send the document again.';
    case 'result_sent':
      return 'The job gave an address for it; the document of the job shows it.';
    case 'input_refused':
      return `${REMOTE_DETAILS[problem.reason](problem.remoteStatus)} Correct its address and send a new job.`;
    case 'input_unreachable':
      return `${REMOTE_DETAILS[problem.reason](problem.remoteStatus)} It was tried several times. Check its address and send the document again.`;
    case 'input_too_large':
      return `The limit is ${megabytes(problem.limitBytes)} (${problem.limitBytes} bytes), of the server or of the document's own maxBytes.`;
    case 'input_changed':
      return problem.reason === 'sha256'
        ? 'Its SHA-256 is not the one that the job gave. Send a new job with the right one.'
        : 'Its ETag is not the one that the job gave. Send a new job with the right one.';
    case 'output_refused':
      return `${REMOTE_DETAILS[problem.reason](problem.remoteStatus)} Correct the address and send a new job.`;
    case 'output_failed':
      return `${REMOTE_DETAILS[problem.reason](problem.remoteStatus)} It was tried several times. Check the address and send the document again.`;
    case 'worker_lost':
      return `Processing was interrupted ${problem.attempts} times and is not tried again. Send the document by itself, or split it.`;
    case 'sealed_lost':
      return 'The secret that encrypted its password or address has changed. Send the document again.';
    case 'jobs_off':
      return 'Send each document to /api/v1/compress, or ask the operator of the server to turn jobs on (JOBS).';
    case 'internal':
      return 'This is an error of the server, not of your request. Report it with the request id.';
  }
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

const REMOTE_DETAILS: Readonly<Record<OutboundReason, (status: number | undefined) => string>> = {
  not_a_url: () => 'The address is not a URL.',
  too_long: () => 'The address is too long.',
  scheme: () => 'The address must begin with https://.',
  credentials_in_url: () => 'The address must not contain a user or password.',
  port: () => 'The port is not allowed.',
  name: () => 'The host is a name of an inner network.',
  host_not_allowed: () => 'The operator of the server does not allow this host (INPUT_HOSTS).',
  address: () => 'The host is not in the public internet.',
  redirect: () => 'The host redirects elsewhere, which is not followed.',
  status: (status) => `The host answered with ${status}.`,
  encoded: () => 'The host sent the file with Content-Encoding.',
  too_large: () => 'The host sent too much.',
  too_slow: () => 'The host was too slow.',
  cut_short: () => 'The connection broke.',
  unreachable: () => 'The host cannot be reached.',
  no_room: () => 'The server has no memory for it.',
  bucket: () => 'The operator of the server does not allow this bucket (BUCKETS).',
  key: () => 'The name of the object is not allowed.',
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
