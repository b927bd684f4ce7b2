import { fromLatin1 } from '../../pdf/bytes.ts';
import { concatMatrices, type Matrix } from '../../pdf/content/matrix.ts';
import { pictureRuns } from '../../pdf/content/picture-runs.ts';
import { type Stack, type Strip, standsWhereStripsDid } from './stack.ts';

/** Of the unit square of a strip, whose side is some hundred pixels. */
const DECIMALS = 1e6;

/** The strip that is drawn first: the whole takes its place in the content, and its name. */
export function firstDrawn({ strips }: Stack): Strip {
  return strips.reduce((first, strip) => (strip.draw.start < first.draw.start ? strip : first));
}

/** A stack as it can be written: drawn by a matrix of few digits in front of the one that holds where it stands. */
export interface PlacedStack extends Stack {
  readonly first: Strip;
  /** `1 0 0 s 0 t cm` in the unit square of the first strip. */
  readonly scale: number;
  readonly shift: number;
}

/** Null where it cannot be written so. */
export function placedStack(stack: Stack): PlacedStack | null {
  const first = firstDrawn(stack);
  const [, , c, d, e, f] = first.draw.matrix;
  const [, , wholeC, wholeD, wholeE, wholeF] = stack.matrix;
  const square = c * c + d * d;
  const along = (x: number, y: number) => Math.round(((x * c + y * d) / square) * DECIMALS) / DECIMALS;
  const scale = along(wholeC, wholeD);
  const shift = along(wholeE - e, wholeF - f);
  const matrix = concatMatrices([1, 0, 0, scale, 0, shift], first.draw.matrix);
  const placed = { ...stack, matrix, first, scale, shift };
  return standsWhereStripsDid(placed) ? placed : null;
}

/**
 * The content with one picture drawn in the place of each stack, and nothing else changed: proved by reading what it
 * draws now. Null where that is not what was wanted.
 */
export function redrawnContent(content: Uint8Array, stacks: readonly PlacedStack[]): Uint8Array | null {
  const edits = stacks
    .flatMap((stack) =>
      stack.strips.map(({ draw }) => ({ draw, text: draw === stack.first.draw ? drawing(stack) : ' ' })),
    )
    .sort((a, b) => a.draw.start - b.draw.start);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { draw, text } of edits) {
    parts.push(content.subarray(from, draw.start), fromLatin1(text));
    from = draw.end;
  }
  const redrawn = joined([...parts, content.subarray(from)]);
  return drawsTheStacks(content, redrawn, stacks) ? redrawn : null;
}

function drawing({ first, scale, shift }: PlacedStack): string {
  return ` q 1 0 0 ${plain(scale)} 0 ${plain(shift)} cm /${first.draw.name} Do Q `;
}

/** Content knows no exponents. */
function plain(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, '');
}

function drawsTheStacks(before: Uint8Array, after: Uint8Array, stacks: readonly PlacedStack[]): boolean {
  const gone = new Set(stacks.flatMap(({ strips, first }) => strips.filter((strip) => strip !== first)));
  const goneAt = new Set([...gone].map(({ draw }) => draw.start));
  const wholes = new Map(stacks.map(({ first, matrix }) => [first.draw.start, matrix]));
  const wanted = drawsOf(before)
    ?.filter(({ start }) => !goneAt.has(start))
    .map(({ name, matrix, start }) => drawText(name, wholes.get(start) ?? matrix));
  const found = drawsOf(after)?.map(({ name, matrix }) => drawText(name, matrix));
  return wanted !== undefined && found !== undefined && wanted.join('\n') === found.join('\n');
}

function drawsOf(content: Uint8Array) {
  return pictureRuns(content)?.flat();
}

function drawText(name: string, matrix: Matrix): string {
  return `${name} ${matrix.map((value) => value.toPrecision(12)).join(' ')}`;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
