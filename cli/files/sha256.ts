import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { osPath } from './os-path.ts';

/** Hexadecimal digest of bytes, or of pieces one after the other. */
export function sha256Of(bytes: string | Uint8Array | readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes)
    hash.update(piece);
  return hash.digest('hex');
}

/** Hexadecimal digest of a file, which may be larger than memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(osPath(path)), hash);
  return hash.digest('hex');
}
