/**
 * The tables, with one schema for SQLite and PostgreSQL: ids are text, times are epoch milliseconds in `bigint`
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
  job_workers: JobWorkerRow;
  webhooks: WebhookRow;
  webhook_events: WebhookEventRow;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key, in hex. */
  readonly key_hash: string;
  /** Start and end of the key, to tell keys apart. */
  readonly hint: string;
  /** Scopes separated by spaces. */
  readonly scopes: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  /** Requests per minute; null: the server's default. */
  readonly limit_per_minute: number | null;
  /** Email of the account that revoked it; null if the command line did. */
  readonly revoked_by: string | null;
  /** Documents per day (UTC); null: unlimited. */
  readonly daily_documents: number | null;
  /** Bytes of uploaded documents per day; null: unlimited. */
  readonly daily_bytes: number | null;
  /** Id of the key that replaces it; both work until this one expires. */
  readonly rolled_to: string | null;
  /** Id of the account that created and owns it; null if the command line or a version before 008 created it. */
  readonly created_by: string | null;
}

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly created_at: number;
  /** `owner`, `member` or `viewer`. */
  readonly role: string;
  /** Last sign-in; null before the first, or if it was in a version before 008. */
  readonly signed_in_at: number | null;
}

export interface SetupTokenRow {
  readonly token_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A signed-in member. */
export interface SessionRow {
  /** SHA-256 of the cookie's token, in hex. */
  readonly token_hash: string;
  readonly account_id: string;
  readonly created_at: number;
  /** Time of the last request, to the minute. */
  readonly seen_at: number;
}

/** A trusted device. */
export interface DeviceRow {
  /** SHA-256 of the cookie's token, in hex. */
  readonly token_hash: string;
  readonly account_id: string;
  /** Time of the last sign-in. */
  readonly seen_at: number;
}

/** A pending invitation. Only the owner who created it has seen its link. */
export interface InvitationRow {
  readonly id: string;
  /** SHA-256 of the link's token, in hex. */
  readonly token_hash: string;
  readonly email: string;
  readonly role: string;
  /** Email of the owner who created it. */
  readonly invited_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** The secret shared with an account's authenticator app. */
export interface SecondFactorRow {
  readonly account_id: string;
  /** In base 32, in plain text: checking a code needs it. */
  readonly secret: string;
  /** Null until a code from the app confirms the secret. */
  readonly confirmed_at: number | null;
  /** Latest time step (RFC 6238) whose code was used; earlier ones are refused. */
  readonly last_step: number;
}

/** An unused recovery code. */
export interface RecoveryCodeRow {
  /** SHA-256 of the account and the code, in hex. */
  readonly code_hash: string;
  readonly account_id: string;
}

/** Counter of throttled attempts. */
export interface TriesRow {
  /** Hash of the subject: neither emails nor addresses are stored. */
  readonly subject: string;
  readonly count: number;
  /** When the window ends and the count resets. */
  readonly ends_at: number;
}

/** Usage of one key on one day. */
export interface UsageDayRow {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly key_id: string;
  readonly requests: number;
  readonly errors: number;
  /** Bytes of documents, without forms and headers. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly bytes_saved: number;
}

/** A completed request with an `Idempotency-Key`. Neither that key nor the document can be derived from it. */
export interface AnsweredRequestRow {
  /** SHA-256 of the API key's id and the client's idempotency key, in hex. */
  readonly id: string;
  /** SHA-256 of the document and the options, in hex. */
  readonly fingerprint: string;
  /** Report and receipt as JSON; `{}` if they are long. */
  readonly report: string;
  readonly expires_at: number;
  /** Id of the API key; null if a version before 006 wrote it. */
  readonly key_id: string | null;
}

/** An entry of the audit log. */
export interface AuditRow {
  readonly id: string;
  readonly at: number;
  /** Email of the account, or another actor's name. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
  /** Address of the client. */
  readonly address: string;
}

/** A running request with an `Idempotency-Key`. */
export interface RunningRequestRow {
  /** Same as in `AnsweredRequestRow`. */
  readonly id: string;
  readonly fingerprint: string;
  /** End of the lease; renewed while the request runs. */
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
  /** When the sweep had removed all its results; null before. */
  readonly swept_at: number | null;
  /** A JSON object of texts. */
  readonly labels: string;
  /** Receiver of its events. */
  readonly webhook_id: string | null;
  /** Types of these events, separated by spaces. */
  readonly webhook_events: string | null;
  /** A `FailAfter` as JSON; null if documents fail one by one. */
  readonly fail_after: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

/** A receiver of a key's events. */
export interface WebhookRow {
  readonly id: string;
  readonly key_id: string;
  readonly url: string;
  /** Signs its events; encrypted. */
  readonly sealed_secret: string;
  /** The secret before; signs too until `old_until`. */
  readonly sealed_old_secret: string | null;
  readonly old_until: number | null;
  /** When its receiver said 410; null while it is on. */
  readonly off_at: number | null;
  /** Tries in a row that had no answer. */
  readonly silent_tries: number;
  /** Next try of a silent receiver; null if it answers. */
  readonly probe_at: number | null;
  readonly created_at: number;
}

/** An event and its delivery. */
export interface WebhookEventRow {
  readonly id: string;
  readonly webhook_id: string;
  /** Null for a test event. */
  readonly job_id: string | null;
  readonly type: string;
  /** The JSON that every try sends. */
  readonly body: string;
  readonly attempts: number;
  /** Status of the last answer; null without one. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly reason: string | null;
  /** Time of the next try; null when delivered or given up. */
  readonly next_at: number | null;
  /** Time of the last try. */
  readonly until: number;
  readonly created_at: number;
  readonly delivered_at: number | null;
}

/** A process that works on jobs of a shared database. */
export interface JobWorkerRow {
  readonly id: string;
  /** Its last sign of life, by the database's clock. */
  readonly seen_at: number;
  /** Documents that it works on at a time; null if a version before 013 wrote it. */
  readonly slots: number | null;
  /** Null if a version before 015 wrote it, which has its queue in pg-boss. */
  readonly version: string | null;
}

/** One document of a job. The row is the truth: the holder of `lease` may write its result. */
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
  /** The process that holds the lease. */
  readonly worker_id: string | null;
  readonly attempts: number;
  /** The upload; empty where the input is elsewhere. */
  readonly file_id: string;
  /** A `RemoteInput` as JSON. */
  readonly remote_input: string | null;
  /** A `RemoteOutput` as JSON; null where the result is kept for download. */
  readonly remote_output: string | null;
  /** Tries that failed since its input or output could not be reached. */
  readonly remote_tries: number;
  /** While it waits for its next try; the queue does not list it until then. */
  readonly retry_at: number | null;
  /** All options, as JSON. */
  readonly options: string;
  /** `DocumentSecrets`, encrypted; null where there are none or the document has ended. */
  readonly sealed: string | null;
  /** 1 where a password was given. */
  readonly has_password: number;
  readonly bytes_in: number;
  readonly bytes_out: number | null;
  /** The result's name in the store; null before it is done, after it is gone, and where it was sent elsewhere. */
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
