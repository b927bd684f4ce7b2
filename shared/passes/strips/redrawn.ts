import { type ImageDraw, type InlineDraw, imageRuns } from '../../pdf/content/image-runs.ts';
import { concatMatrices, type Matrix, plainNumber, roundedInward } from '../../pdf/content/matrix.ts';
import { editedContent } from '../contents/replace-content.ts';
import { type Stack, type Strip, standsWhereStripsDid } from './stack.ts';

/** Of the unit square of a strip, whose side is some hundred pixels. */
const DECIMALS = 6;

/** A stack as it can be written: drawn by a matrix of few digits in front of the one that holds where it stands. */
export interface PlacedStack extends Stack {
  /** The whole takes its place in the content, its name and its object. */
  readonly carrier: Strip;
  /** `1 0 0 s 0 t cm` in the unit square of the carrier. */
  readonly scale: number;
  readonly shift: number;
}

/** Null where it cannot be written so, or where none of its strips is drawn here and nowhere else. */
export function placedStack(stack: Stack, isOwn: (strip: Strip) => boolean): PlacedStack | null {
  const carrier = firstDrawn(stack.strips.filter(isOwn));
  if (carrier === null) return null;
  const [, , c, d, e, f] = carrier.draw.matrix;
  const [, , wholeC, wholeD, wholeE, wholeF] = stack.matrix;
  const square = c * c + d * d;
  const along = (x: number, y: number) => (x * c + y * d) / square;
  const bottom = along(wholeE - e, wholeF - f);
  const { from: shift, length: scale } = roundedInward(bottom, bottom + along(wholeC, wholeD), DECIMALS);
  const matrix = concatMatrices([1, 0, 0, scale, 0, shift], carrier.draw.matrix);
  const placed = { ...stack, matrix, carrier, scale, shift };
  return standsWhereStripsDid(placed) ? placed : null;
}

function firstDrawn(strips: readonly Strip[]): Strip | null {
  return strips.reduce<Strip | null>(
    (first, strip) => (first === null || strip.draw.start < first.draw.start ? strip : first),
    null,
  );
}

/**
 * The content with one picture drawn in the place of each stack, and nothing else changed: proved by reading what it
 * draws now. Null where that is not what was wanted.
 */
export function redrawnContent(content: Uint8Array, stacks: readonly PlacedStack[]): Uint8Array | null {
  const edits = stacks.flatMap((stack) =>
    stack.strips.map(({ draw }) => ({
      start: draw.start,
      end: draw.end,
      text: draw === stack.carrier.draw ? drawing(stack) : ' ',
    })),
  );
  const redrawn = editedContent(content, edits);
  return drawsTheStacks(content, redrawn, stacks) ? redrawn : null;
}

function drawing({ carrier, scale, shift }: PlacedStack): string {
  return ` q 1 0 0 ${plainNumber(scale, DECIMALS)} 0 ${plainNumber(shift, DECIMALS)} cm /${carrier.name} Do Q `;
}

function drawsTheStacks(before: Uint8Array, after: Uint8Array, stacks: readonly PlacedStack[]): boolean {
  const gone = new Set(stacks.flatMap(({ strips, carrier }) => strips.filter((strip) => strip !== carrier)));
  const goneAt = new Set([...gone].map(({ draw }) => draw.start));
  const wholes = new Map(stacks.map(({ carrier, matrix }) => [carrier.draw.start, matrix]));
  const wanted = drawsOf(before)
    ?.filter(({ start }) => !goneAt.has(start))
    .map((draw) => drawText(draw, wholes.get(draw.start) ?? draw.matrix));
  const found = drawsOf(after)?.map((draw) => drawText(draw, draw.matrix));
  return wanted !== undefined && found !== undefined && wanted.join('\n') === found.join('\n');
}

function drawsOf(content: Uint8Array) {
  return imageRuns(content)?.flat();
}

function drawText(draw: ImageDraw | InlineDraw, matrix: Matrix): string {
  const what = 'name' in draw ? draw.name : `inline image of ${draw.end - draw.start} bytes`;
  return `${what} ${matrix.map((value) => value.toPrecision(12)).join(' ')}`;
}
