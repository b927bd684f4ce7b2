import { refusalText, words } from '../text/dashboard/general.ts';
import type {
  AuditResponse,
  DocumentState,
  InvitationResponse,
  JobDetailsResponse,
  JobDocumentsResponse,
  JobFilter,
  JobResponse,
  JobsResponse,
  KeyResponse,
  KeysResponse,
  MembersResponse,
  NewInvitationResponse,
  NewKeyResponse,
  NewSecretResponse,
  RecoveryCodesResponse,
  RetryResponse,
  Role,
  SecondFactorResponse,
  SessionResponse,
  UsageResponse,
} from './api-types.ts';

/** A refusal: a message for the whole form, and for single fields. */
export class DashboardError extends Error {
  override readonly name = 'DashboardError';
  /** The code of the server's problem, or `unreachable`. */
  readonly code: string;
  /** Error sentences by field name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Names the request in the server's log; null if the server did not answer. */
  readonly requestId: string | null;

  constructor(
    code: string,
    sentence: string,
    fields: ReadonlyMap<string, string> = new Map(),
    requestId: string | null = null,
  ) {
    super(sentence);
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** Whether the session has expired. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof DashboardError && error.code === 'unauthenticated';
}

/** A number as typed; null if empty. */
export type TypedNumber = number | string | null;

export interface NewKey {
  readonly name: string;
  readonly expiresAt: number | null;
  readonly limitPerMinute: TypedNumber;
  readonly dailyDocuments: TypedNumber;
  readonly dailyBytes: TypedNumber;
  readonly scope: string;
}

/** All requests of the dashboard. They throw DashboardError. */
export const api = {
  setUp: (wanted: { code: string; email: string; password: string }) =>
    post<SessionResponse>('setup', wanted),
  signIn: (credentials: { email: string; password: string; code?: string }) =>
    post<SessionResponse>('sign-in', credentials),
  signOut: () => post<SessionResponse>('sign-out', {}),
  signOutEverywhere: () => post<SessionResponse>('sign-out-everywhere', {}),
  changePassword: (wanted: { current: string; next: string }) => post<SessionResponse>('password', wanted),
  secondFactor: () => ask<SecondFactorResponse>('second-factor'),
  beginSecondFactor: (password: string) => post<NewSecretResponse>('second-factor', { password }),
  confirmSecondFactor: (code: string) => post<RecoveryCodesResponse>('second-factor/confirm', { code }),
  remakeRecoveryCodes: (password: string) =>
    post<RecoveryCodesResponse>('second-factor/recovery-codes', { password }),
  removeSecondFactor: (password: string) => post<void>('second-factor/remove', { password }),
  people: () => ask<MembersResponse>('people'),
  changeRole: ({ id, role }: { id: string; role: Role }) => post<void>(person(id, 'role'), { role }),
  signOutPerson: (id: string) => post<void>(person(id, 'sign-out'), {}),
  removePerson: ({ id, revokeKeys }: { id: string; revokeKeys: boolean }) =>
    post<void>(person(id, 'remove'), { revokeKeys }),
  invite: (wanted: { email: string; role: Role }) => post<NewInvitationResponse>('invitations', wanted),
  revokeInvitation: (id: string) => post<void>(`invitations/${encodeURIComponent(id)}/revoke`, {}),
  invitation: (token: string) => post<InvitationResponse>('invitation', { token }),
  acceptInvitation: (wanted: { token: string; password: string }) =>
    post<SessionResponse>('invitation/accept', wanted),
  keys: () => ask<KeysResponse>('keys'),
  createKey: (wanted: NewKey) => post<NewKeyResponse>('keys', wanted),
  /** Omitted fields stay unchanged. */
  changeKey: ({ id, ...wanted }: { id: string } & Partial<NewKey>) =>
    post<KeyResponse>(`keys/${encodeURIComponent(id)}`, wanted),
  rollKey: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
    post<NewKeyResponse>(`keys/${encodeURIComponent(id)}/roll`, { overlapHours }),
  revokeKey: (id: string) => post<void>(`keys/${encodeURIComponent(id)}/revoke`, {}),
  audit: (before: string | null) => ask<AuditResponse>(`audit${before === null ? '' : `?before=${before}`}`),
  jobs: ({ show, key, after }: { show: JobFilter; key: string; after: string | null }) =>
    ask<JobsResponse>(`jobs?${query({ show, key, after })}`),
  job: (id: string) => ask<JobDetailsResponse>(job(id)),
  jobDocuments: (id: string, selection: DocumentSelection) =>
    ask<JobDocumentsResponse>(`${job(id)}/documents?${query({ ...selection })}`),
  cancelJob: (id: string) => post<JobResponse>(`${job(id)}/cancel`, {}),
  retryJob: (id: string) => post<RetryResponse>(`${job(id)}/retry`, {}),
  resendEvent: ({ jobId, eventId }: { jobId: string; eventId: string }) =>
    post<void>(`${job(jobId)}/deliveries/${encodeURIComponent(eventId)}/resend`, {}),
  usage: (days: number) => ask<UsageResponse>(`usage?days=${days}`),
};

/** Documents of a job in a state, or those that failed like one of them. */
export interface DocumentSelection {
  readonly state: DocumentState;
  /** The place of that one. */
  readonly like?: number;
  readonly after: number | null;
}

function job(id: string): string {
  return `jobs/${encodeURIComponent(id)}`;
}

/** Omits what is empty. */
function query(wanted: Readonly<Record<string, string | number | null>>): URLSearchParams {
  const given = Object.entries(wanted).filter(([, value]) => value !== null && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function person(id: string, what: string): string {
  return `people/${encodeURIComponent(id)}/${what}`;
}

function post<Answer>(path: string, body: object): Promise<Answer> {
  // CSRF protection: a page of another site cannot send this header.
  const headers = { 'Content-Type': 'application/json', 'X-Pagelight-Page': 'dashboard' };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/dashboard/${path}`, init);
  } catch {
    throw new DashboardError('unreachable', words.unreachable);
  }
  if (!response.ok) throw await errorOf(response);
  // The response types are in shared/api; 204 has no body.
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

async function errorOf(response: Response): Promise<DashboardError> {
  try {
    const problem: {
      readonly code: string;
      readonly detail: string;
      readonly errors?: readonly { readonly field: string; readonly message: string }[];
    } = await response.json();
    const fields = new Map(problem.errors?.map(({ field, message }) => [field, message]));
    const said = refusalText(problem.code, Number(response.headers.get('Retry-After'))) ?? problem.detail;
    const sentence = fields.size > 0 ? words.checkFields : said;
    return new DashboardError(problem.code, sentence, fields, response.headers.get('X-Request-Id'));
  } catch {
    // A proxy in between responds with its own format.
    return new DashboardError('unreachable', words.unreachable);
  }
}
