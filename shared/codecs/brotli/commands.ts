/** Commands: the number of literals that follow, and of bytes to copy then (RFC 7932, 5). */
import type { BitReader } from './bit-reader.ts';

export const COMMANDS = 704;
/** Lower commands copy from the last distance, and no distance follows. */
export const WITH_LAST_DISTANCE = 128;

const INSERT_BASES = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 322, 578, 1090, 2114, 6210, 22594,
];
const INSERT_EXTRAS = [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24];
const COPY_BASES = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30, 38, 54, 70, 102, 134, 198, 326, 582, 1094, 2118,
];
const COPY_EXTRAS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24];

/** Per cell of 64 commands: the first of its eight insert codes, and of its eight copy codes. */
const INSERT_CELLS = [0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16];
const COPY_CELLS = [0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16];

export function readInsertLength(command: number, reader: BitReader): number {
  const code = INSERT_CELLS[command >> 6]! + ((command >> 3) & 7);
  return INSERT_BASES[code]! + reader.take(INSERT_EXTRAS[code]!);
}

/** Its bits follow those of the insert length. */
export function readCopyLength(command: number, reader: BitReader): number {
  const code = COPY_CELLS[command >> 6]! + (command & 7);
  return COPY_BASES[code]! + reader.take(COPY_EXTRAS[code]!);
}
