import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';

/** A few milliseconds of hashing between yields to other requests. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Part of the ids of named requests. Versions that compare requests in another way do not see each other's: a repeat during a rolling
 * update is done again, and never refused as another request.
 */
export const FINGERPRINT_FORM = 'as-sent';

/**
 * Identifies equal requests: SHA-256 of parameters and document, in hex.
 *
 * @param sent the parameters as the client sent them, since the options that follow from them differ by version
 */
export async function fingerprintOf(document: Uint8Array, sent: string): Promise<string> {
  const hash = createHash('sha256').update(`${sent}\n`);
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    hash.update(document.subarray(at, at + CHUNK_BYTES));
    if (at + CHUNK_BYTES < document.length) await otherWork();
  }
  return hash.digest('hex');
}
