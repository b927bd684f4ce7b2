/**
 * The tables. One schema for SQLite and PostgreSQL: ids are text, times are epoch milliseconds in `bigint`
 * columns, and there are no booleans, JSON columns or serials.
 */
export interface Schema {
  api_keys: ApiKeyRow;
  accounts: AccountRow;
  setup_tokens: SetupTokenRow;
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
}

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly created_at: number;
}

export interface SetupTokenRow {
  readonly token_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}
