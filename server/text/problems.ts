import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import type { Problem, ProblemCode } from '../problem.ts';

/** Short title of the kind of problem, the same for every occurrence (RFC 9457, 3.1.3). */
export const PROBLEM_TITLES: Readonly<Record<ProblemCode, string>> = {
  invalid_parameter: 'A parameter is not valid',
  missing_file: 'No PDF was sent',
  malformed_multipart: 'The form could not be read',
  duplicate_parameter: 'A parameter was sent twice',
  missing_key: 'An API key is needed',
  invalid_key: 'The API key is not known',
  revoked_key: 'The API key was revoked',
  expired_key: 'The API key has expired',
  insufficient_scope: 'The API key does not allow this',
  malformed_json: 'The request is not a JSON object',
  unauthenticated: 'Nobody is signed in',
  wrong_credentials: 'Email and password do not match',
  wrong_password: 'This is not the current password',
  invalid_setup_code: 'The set-up code is not right',
  invalid_code: 'The code is not right',
  invalid_invitation: 'The invitation does not count',
  two_factor_required: 'A code is needed too',
  two_factor_enabled: 'The second step is on already',
  already_initialized: 'This server is set up already',
  email_taken: 'This email belongs to somebody already',
  last_owner: 'One owner must stay',
  not_allowed: 'Your account may not do this',
  csrf_rejected: 'The request came from another site',
  too_many_attempts: 'Too many tries',
  not_found: 'There is nothing at this address',
  method_not_allowed: 'This method is not possible here',
  upload_too_slow: 'The upload is too slow',
  too_large: 'The upload is too large',
  unsupported_media_type: 'The request is neither a form nor a PDF',
  unsupported_encoding: 'The request is packed',
  not_a_pdf: 'The file is not a PDF',
  encrypted_pdf: 'The PDF is protected by a password',
  damaged_pdf: 'The PDF is damaged',
  unsupported_filter: 'The PDF is packed in a way not known here',
  limit_exceeded: 'The PDF is beyond a limit',
  cannot_split: 'The PDF cannot be split so',
  rate_limited: 'Too many requests',
  daily_limit: 'The key has done what it may in a day',
  idempotency_mismatch: 'The Idempotency-Key belongs to another request',
  idempotency_in_progress: 'The first request with this Idempotency-Key is in work',
  internal: 'Something went wrong here',
  busy: 'The server is busy',
  unavailable: 'The server cannot reach its database',
  timeout: 'The PDF took too long',
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
        ? 'The PDF needed more memory than one job may use. Split it, or ask whoever runs the server to raise JOB_MEMORY_MB.'
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
      return 'The time of this key is over. Use another one or create a new one.';
    case 'insufficient_scope':
      return `The key lacks the scope "${problem.scope}". Use a key that has it.`;
    case 'malformed_json':
      return 'Send a JSON object of at most 16 KB as application/json.';
    case 'unauthenticated':
      return 'Sign in to the dashboard and try again.';
    case 'wrong_credentials':
      return 'That email and password don’t match. Check both and try again.';
    case 'wrong_password':
      return 'That is not your current password. Check it and try again.';
    case 'invalid_setup_code':
      return 'That code is not right, or it was already used.';
    case 'invalid_code':
      return 'That code is not right, or it was used already. Wait for the next one and try again.';
    case 'invalid_invitation':
      return 'That invitation was used, taken back or is too old. Ask for a new one.';
    case 'two_factor_required':
      return 'Enter the code that your authenticator app shows now, or one of your recovery codes.';
    case 'two_factor_enabled':
      return 'Turn it off first, then set it up anew.';
    case 'email_taken':
      return 'Somebody with this email is here already, or is invited. Look in the list.';
    case 'last_owner':
      return 'Without an owner nobody could invite or remove people. Make somebody else an owner first.';
    case 'not_allowed':
      return 'Ask an owner of this server to do it, or to give you another role.';
    case 'already_initialized':
      return 'There is an account already. Sign in with it.';
    case 'csrf_rejected':
      return 'The dashboard takes changes only from its own page.';
    case 'too_many_attempts':
      return `Too many tries. Wait ${minutes(problem.retryAfterS)}.`;
    case 'not_found':
      return 'Check the address; compressing is POST /api/v1/compress.';
    case 'method_not_allowed':
      return `Use ${problem.allow.join(' or ')}.`;
    case 'too_large':
      return `The limit is ${megabytes(problem.limitBytes)} (${problem.limitBytes} bytes). Send a smaller file, or ask whoever runs the server to raise MAX_UPLOAD_MB.`;
    case 'upload_too_slow':
      return `It came at less than ${problem.bytesPerS} bytes a second. Send it again over a faster line.`;
    case 'unsupported_media_type':
      return 'Send the PDF as multipart/form-data, in the field "file", or as a body of type application/pdf.';
    case 'unsupported_encoding':
      return 'Send the body as it is, without Content-Encoding. A PDF is packed in itself.';
    case 'busy':
      return `${BUSY_DETAILS[problem.reason]} Try again in ${problem.retryAfterS} s.`;
    case 'rate_limited':
      return `${RATE_LIMITED_DETAILS[problem.policy](problem.limit)} Try again in ${problem.retryAfterS} s.`;
    case 'daily_limit':
      return `This key may send ${problem.limit} ${problem.what} in a day (UTC). Try again in ${problem.retryAfterS} s, or ask whoever runs the server for more.`;
    case 'unavailable':
      return `Its database does not answer at the moment. Try again in ${problem.retryAfterS} s.`;
    case 'idempotency_mismatch':
      return 'Another document or other options were sent with this Idempotency-Key in the last 24 hours. Choose a new one.';
    case 'idempotency_in_progress':
      return `Ask again in ${problem.retryAfterS} s: its answer is then yours too.`;
    case 'timeout':
      return `The job was ended after ${problem.limitMs / 1000} s. Split the PDF, or ask whoever runs the server to raise JOB_TIMEOUT_S.`;
    case 'internal':
      return 'This is an error of the server, not of your request. Report it with the request id.';
  }
}

type ReasonOf<Code extends ProblemCode> =
  Extract<Problem, { code: Code }> extends { reason: infer Reason extends string } ? Reason : never;

const BUSY_DETAILS: Readonly<Record<ReasonOf<'busy'>, string>> = {
  queue: 'All places in the queue are taken.',
  bytes: 'The server holds as many documents as its memory allows.',
  draining:
    'This server is shutting down and would not be done in time; another one, or its successor, will be.',
};

const RATE_LIMITED_DETAILS: Readonly<Record<'key' | 'address', (limit: number) => string>> = {
  key: (limit) => `This key may ask ${limit} times in a minute.`,
  address: (limit) => `Your address may ask ${limit} times in a minute.`,
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
