import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { CompressOptions } from '../../shared/index.ts';
import { optionsText } from '../text/options-text.ts';

/** A few milliseconds of hashing between yields to other requests. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Identifies equal requests: SHA-256 of options and document, in hex. */
export async function fingerprintOf(document: Uint8Array, options: CompressOptions): Promise<string> {
  const hash = createHash('sha256').update(`${optionsText(options)}\n`);
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    hash.update(document.subarray(at, at + CHUNK_BYTES));
    if (at + CHUNK_BYTES < document.length) await otherWork();
  }
  return hash.digest('hex');
}
