import type { KeyResponse } from '../api-types.ts';

/** Whether the key is revoked or expired. */
export function isEnded({ revokedAt, expiresAt }: KeyResponse, now: number): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}
