/* Responses of the dashboard's routes. Types only, without imports, because the page uses this file too. Times are
   epoch milliseconds, bytes are those of documents, days are UTC. */

export interface SessionResponse {
  /** False until an account exists. */
  readonly isSetUp: boolean;
  /** Email of the signed-in member. */
  readonly email: string | null;
  readonly role: Role | null;
}

/** An owner may do everything; a member manages their own keys; a viewer sees everything and changes nothing. */
export type Role = 'owner' | 'member' | 'viewer';

export interface MemberResponse {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly signedInAt: number | null;
  readonly hasSecondFactor: boolean;
}

/** A pending invitation. */
export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface MembersResponse {
  /** The server's clock at the time of the response. */
  readonly now: number;
  readonly people: readonly MemberResponse[];
  readonly invitations: readonly PendingInvitation[];
}

export interface NewInvitationResponse {
  /** For the link `/invitation?token=…`; returned only once. */
  readonly token: string;
  readonly invitation: PendingInvitation;
}

/** Details of an invitation, for its recipient. */
export interface InvitationResponse {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

export interface SecondFactorResponse {
  /** Null if two-factor is off. */
  readonly recoveryCodesLeft: number | null;
}

export interface NewSecretResponse {
  /** In base 32, for typing into an authenticator app. */
  readonly secret: string;
  /** `otpauth://totp/…`, for scanning. */
  readonly uri: string;
}

export interface RecoveryCodesResponse {
  /** Returned only once. */
  readonly recoveryCodes: readonly string[];
}

export interface KeyResponse {
  readonly id: string;
  readonly name: string;
  /** Start and end of the key. */
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Null also if the command line revoked it. */
  readonly revokedBy: string | null;
  /** Email of the member who created it; null if unknown or if the account is gone. */
  readonly createdBy: string | null;
  readonly lastUsedAt: number | null;
  /** Null: the server's default. */
  readonly limitPerMinute: number | null;
  /** Documents per day (UTC); null: unlimited. */
  readonly dailyDocuments: number | null;
  /** Bytes of uploaded documents per day; null: unlimited. */
  readonly dailyBytes: number | null;
  /** Id of the key that replaces it once it expires. */
  readonly rolledTo: string | null;
  /** In the last 30 days. */
  readonly requests: number;
}

export interface KeysResponse {
  /** The server's clock at the time of the response. */
  readonly now: number;
  readonly keys: readonly KeyResponse[];
}

export interface NewKeyResponse {
  /** The key itself, returned only once. */
  readonly secret: string;
  readonly key: KeyResponse;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Email of the actor; empty if unknown. */
  readonly actor: string;
  /** An open set of words, such as `key-created`. */
  readonly action: string;
  /** Name of the key or email of the account. */
  readonly subject: string;
  readonly detail: string;
  /** Address of the client. */
  readonly address: string;
}

export interface AuditResponse {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /** Cursor for older entries (`?before=`); null if there are none. */
  readonly next: string | null;
}

export interface UsageRow {
  /** `2026-11-21` */
  readonly day: string;
  readonly keyId: string;
  readonly requests: number;
  readonly errors: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bytesSaved: number;
}

export interface UsageResponse {
  /** Every day of the period, in order. */
  readonly days: readonly string[];
  /** Every key in `rows`, and every valid one. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly hint: string }[];
  /** Without rows for days and keys without requests. */
  readonly rows: readonly UsageRow[];
}
