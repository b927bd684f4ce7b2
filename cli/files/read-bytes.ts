import { readFile } from 'node:fs/promises';
import { osPath } from './os-path.ts';

/** Reads a file into memory of its own, which can be transferred: what Node put into a shared buffer is copied. */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(osPath(path));
  const isOwn = bytes.length === bytes.buffer.byteLength;
  return isOwn ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}
