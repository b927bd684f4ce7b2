import type { Matrix } from '../../pdf/content/matrix.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';

/* Operands of an operation from its end; other values than numbers count as 0. */

export function last(reader: ContentReader): number {
  return fromEnd(reader, 1);
}

export function secondLast(reader: ContentReader): number {
  return fromEnd(reader, 2);
}

export function lastFour(reader: ContentReader): readonly [number, number, number, number] {
  return [fromEnd(reader, 4), fromEnd(reader, 3), fromEnd(reader, 2), fromEnd(reader, 1)];
}

export function matrixFrom(reader: ContentReader): Matrix {
  return [fromEnd(reader, 6), fromEnd(reader, 5), ...lastFour(reader)];
}

function fromEnd(reader: ContentReader, position: number): number {
  return reader.number(reader.operandCount - position) || 0;
}

/** Returns all numbers among the operands. */
export function numbersIn(reader: ContentReader): number[] {
  const found: number[] = [];
  for (let at = 0; at < reader.operandCount; at += 1) {
    const value = reader.number(at);
    if (!Number.isNaN(value)) found.push(value);
  }
  return found;
}

/** Returns the last operand; empty if it is no string. */
export function stringAt(reader: ContentReader): Uint8Array {
  const value = reader.value(reader.operandCount - 1);
  return value.kind === 'string' ? value.value : new Uint8Array(0);
}
