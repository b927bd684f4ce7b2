import { readFileSync } from 'node:fs';

/** Reads the file named on the command line. Returns a view: a copy would count as the program's memory. */
export function readInput() {
  const { buffer, byteOffset, length } = readFileSync(process.argv[2]);
  return new Uint8Array(buffer, byteOffset, length);
}
