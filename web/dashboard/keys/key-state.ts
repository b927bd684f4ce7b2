import type { KeyAnswer } from '../api-types.ts';

/** Whether the key opens nothing any more. */
export function isEnded({ revokedAt, expiresAt }: KeyAnswer, now: number): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}
