import { readFileSync } from 'node:fs';

/** The file named on the command line; a view of what was read, since a copy would count as the program's memory. */
export function readInput() {
  const { buffer, byteOffset, length } = readFileSync(process.argv[2]);
  return new Uint8Array(buffer, byteOffset, length);
}
