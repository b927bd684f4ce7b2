/*
 * What the dashboard's addresses answer with. Types alone and no imports, because the page reads this file too.
 * Times are epoch milliseconds, bytes are those of documents, days are UTC.
 */

export interface SessionResponse {
  /** False until there is an account. */
  readonly isSetUp: boolean;
  /** Who is signed in. */
  readonly email: string | null;
  readonly role: Role | null;
}

/** An owner may do everything, a member has keys of their own, a viewer sees all and changes nothing. */
export type Role = 'owner' | 'member' | 'viewer';

export interface MemberResponse {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly signedInAt: number | null;
  readonly hasSecondFactor: boolean;
}

/** Somebody who has a link and did not come in yet. */
export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface MembersResponse {
  /** The clock that the times in here are from. */
  readonly now: number;
  readonly people: readonly MemberResponse[];
  readonly invitations: readonly PendingInvitation[];
}

export interface NewInvitationResponse {
  /** For the link `/invitation?token=…`, this one time. */
  readonly token: string;
  readonly invitation: PendingInvitation;
}

/** What who opens a link is told. */
export interface InvitationResponse {
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

export interface SecondFactorResponse {
  /** Null: the second step is off. */
  readonly recoveryCodesLeft: number | null;
}

export interface NewSecretResponse {
  /** In base 32, to be typed into an authenticator app. */
  readonly secret: string;
  /** `otpauth://totp/…`, to be scanned by one. */
  readonly uri: string;
}

export interface RecoveryCodesResponse {
  /** This one time. */
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
  /** Null also where the command line revoked it. */
  readonly revokedBy: string | null;
  /** Email of who made it; null where nobody knows, or the account is gone. */
  readonly createdBy: string | null;
  readonly lastUsedAt: number | null;
  /** Null: as many as the server's setting says. */
  readonly limitPerMinute: number | null;
  /** Documents in a day (UTC); null: any number. */
  readonly dailyDocuments: number | null;
  /** Bytes of documents that are sent in a day; null: any number. */
  readonly dailyBytes: number | null;
  /** Id of the key that takes its place, until it expires. */
  readonly rolledTo: string | null;
  /** In the last 30 days. */
  readonly requests: number;
}

export interface KeysResponse {
  /** The clock that the times in here are from. */
  readonly now: number;
  readonly keys: readonly KeyResponse[];
}

export interface NewKeyResponse {
  /** The key itself, this one time. */
  readonly secret: string;
  readonly key: KeyResponse;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Email of who did it; empty where nobody knows. */
  readonly actor: string;
  /** A word of which more may come, such as `key-created`. */
  readonly action: string;
  /** The name of the key, or whose account it was. */
  readonly subject: string;
  readonly detail: string;
  /** Of the client. */
  readonly address: string;
}

export interface AuditResponse {
  /** The latest first. */
  readonly entries: readonly AuditEntry[];
  /** Where earlier ones are asked for with `?before=`; null where there are none. */
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
  /** Every key that is in `rows`, and every one that still works. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly hint: string }[];
  /** A day and key without requests has none. */
  readonly rows: readonly UsageRow[];
}
