/**
 * The tables. One schema for SQLite and PostgreSQL: ids are text, times are epoch milliseconds in `bigint`
 * columns, and there are no booleans, JSON columns or serials.
 */
export interface Schema {
  api_keys: ApiKeyRow;
  accounts: AccountRow;
  setup_tokens: SetupTokenRow;
  sessions: SessionRow;
  devices: DeviceRow;
  invitations: InvitationRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  tries: TriesRow;
  usage_days: UsageDayRow;
  answered_requests: AnsweredRequestRow;
  running_requests: RunningRequestRow;
  audit_log: AuditRow;
  files: FileRow;
  jobs: JobRow;
  job_documents: JobDocumentRow;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key, in hex. */
  readonly key_hash: string;
  /** Start and end of the key, for people to tell keys apart. */
  readonly hint: string;
  /** Scopes with spaces between. */
  readonly scopes: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  /** Requests in a minute; null: as many as the server's setting says. */
  readonly limit_per_minute: number | null;
  /** Email of the account that revoked it; null when the command line did. */
  readonly revoked_by: string | null;
  /** Documents in a day (UTC); null: any number. */
  readonly daily_documents: number | null;
  /** Bytes of documents that are sent in a day; null: any number. */
  readonly daily_bytes: number | null;
  /** Id of the key that takes its place; both work until this one expires. */
  readonly rolled_to: string | null;
  /** Id of the account that made it, whose own it is; null when the command line did, or a version before 008. */
  readonly created_by: string | null;
}

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly created_at: number;
  /** `owner`, `member` or `viewer`. */
  readonly role: string;
  /** The last time; null before the first, or where a version before 008 saw it. */
  readonly signed_in_at: number | null;
}

export interface SetupTokenRow {
  readonly token_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Somebody who is signed in. */
export interface SessionRow {
  /** SHA-256 of what the cookie bears, in hex. */
  readonly token_hash: string;
  readonly account_id: string;
  readonly created_at: number;
  /** The last request, to the minute. */
  readonly seen_at: number;
}

/** A browser in which somebody signed in before. */
export interface DeviceRow {
  /** SHA-256 of what its cookie bears, in hex. */
  readonly token_hash: string;
  readonly account_id: string;
  /** The last sign-in. */
  readonly seen_at: number;
}

/** Somebody who may come in, with a link that only who made it has seen. */
export interface InvitationRow {
  readonly id: string;
  /** SHA-256 of what the link bears, in hex. */
  readonly token_hash: string;
  readonly email: string;
  readonly role: string;
  /** Email of the owner who made it. */
  readonly invited_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** What an account's authenticator app shares with the server. */
export interface SecondFactorRow {
  readonly account_id: string;
  /** In base 32, as it is: without it no code can be checked. */
  readonly secret: string;
  /** Null until the app has shown that it knows the secret; it counts from then on. */
  readonly confirmed_at: number | null;
  /** The latest step of time (RFC 6238) of which a code was taken; no earlier one is taken again. */
  readonly last_step: number;
}

/** One that was not used yet. */
export interface RecoveryCodeRow {
  /** SHA-256 of the account and the code, in hex. */
  readonly code_hash: string;
  readonly account_id: string;
}

/** How often something was tried that must not be tried often. */
export interface TriesRow {
  /** Who or what is tried, as a hash: neither emails nor addresses are kept. */
  readonly subject: string;
  readonly count: number;
  /** When counting begins anew. */
  readonly ends_at: number;
}

/** What one key did on one day. */
export interface UsageDayRow {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly key_id: string;
  readonly requests: number;
  readonly errors: number;
  /** Of documents, not of their forms and headers. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly bytes_saved: number;
}

/** A request with an `Idempotency-Key` that was answered. Neither that name nor the document can be read from it. */
export interface AnsweredRequestRow {
  /** SHA-256 of the API key's id and the client's own name for the request, in hex. */
  readonly id: string;
  /** SHA-256 of the document and the options, in hex. */
  readonly fingerprint: string;
  /** Report and receipt as JSON; `{}` where they are long. */
  readonly report: string;
  readonly expires_at: number;
  /** Whose it is; null where a version before 006 wrote it. */
  readonly key_id: string | null;
}

/** What somebody did. */
export interface AuditRow {
  readonly id: string;
  readonly at: number;
  /** Email of the account, or who else it was. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
  /** Of the client. */
  readonly address: string;
}

/** A request with an `Idempotency-Key` that is in work. */
export interface RunningRequestRow {
  /** As of an answered one. */
  readonly id: string;
  readonly fingerprint: string;
  /** Renewed while it is in work. */
  readonly until: number;
}

/** A document that was sent for jobs; its bytes lie in the store under the same id. */
export interface FileRow {
  readonly id: string;
  readonly key_id: string;
  /** SHA-256 in hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** From then on it goes, unless a job that is kept uses it. */
  readonly expires_at: number;
}

/** Documents that were handed in together. */
export interface JobRow {
  readonly id: string;
  readonly key_id: string;
  /** SHA-256 of the key's id and the client's own name for the request, in hex; null where it gave none. */
  readonly request_id: string | null;
  /** SHA-256 of what was asked for, in hex. */
  readonly fingerprint: string;
  /** `queued`, `running` or `ended`. */
  readonly state: string;
  /** `done`, `partial`, `failed` or `cancelled`; null until it has ended. */
  readonly outcome: string | null;
  readonly total: number;
  /** Documents that have not ended. */
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Bytes of the documents that are done, before and after. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly keep_hours: number;
  /** End of results and inputs; null until the job has ended. */
  readonly keep_until: number | null;
  /** A JSON object of texts. */
  readonly labels: string;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

/** One document of a job. The row is the truth: whoever holds `lease` may write its result. */
export interface JobDocumentRow {
  /** `JOB.N` */
  readonly id: string;
  readonly job_id: string;
  readonly key_id: string;
  /** Its place in the job, from 0. */
  readonly n: number;
  /** The client's own name for it. */
  readonly ref: string | null;
  /** `queued`, `running`, `done`, `failed` or `cancelled`. */
  readonly state: string;
  /** Start-time tag: the lowest goes first. */
  readonly tag: number;
  /** A random token of the attempt that is at it. */
  readonly lease: string | null;
  readonly attempts: number;
  readonly file_id: string;
  /** All options, as JSON. */
  readonly options: string;
  /** The password, encrypted; null where there is none or the document has ended. */
  readonly sealed: string | null;
  /** 1 where a password was given. */
  readonly has_password: number;
  readonly bytes_in: number;
  readonly bytes_out: number | null;
  /** The result's name in the store; null before it is done and after it is gone. */
  readonly output: string | null;
  readonly media_type: string | null;
  /** Short codes with commas between, as in `X-Compression-Warnings`. */
  readonly warnings: string | null;
  readonly receipt: string | null;
  /** A `Problem` as JSON. */
  readonly problem: string | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}
