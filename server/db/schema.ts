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
