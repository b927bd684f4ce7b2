import { inflateRaw } from '../flate/inflate-raw.ts';
import { bytesOfBase64 } from './kernel.ts';

/**
 * Bytes of a WebAssembly module that scripts hold deflated: less than half of their size, for one millisecond at the
 * first use.
 *
 * @param deflated raw deflate data (RFC 1951) in Base64
 * @param size of the module in bytes
 */
export function inflatedModule(deflated: string, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(inflateRaw(bytesOfBase64(deflated), 0, size, size).bytes);
}
