import { type ImageDraw, type InlineDraw, imageRuns } from '../../pdf/content/image-runs.ts';
import { concatMatrices, type Matrix, plainNumber, roundedInward } from '../../pdf/content/matrix.ts';
import { editedContent } from '../contents/replace-content.ts';
import { type Mosaic, standsWherePartsDid } from './mosaic.ts';
import type { Strip } from './strip.ts';

/** Of the unit square of a strip, whose side is some hundred pixels. */
const DECIMALS = 6;

/** A mosaic as it can be written: drawn by a matrix of few digits in front of the one that holds where it stands. */
export interface PlacedMosaic extends Mosaic {
  /** The whole takes its place in the content, its name and its object. */
  readonly carrier: Strip;
  /** `s 0 0 t u v cm` in the unit square of the carrier. */
  readonly place: Matrix;
}

/** Null where it cannot be written so, or where none of its strips is drawn here and nowhere else. */
export function placedMosaic(mosaic: Mosaic, isOwn: (strip: Strip) => boolean): PlacedMosaic | null {
  const carrier = firstDrawn(mosaic.strips.filter(isOwn));
  if (carrier === null) return null;
  const [a, b, c, d, e, f] = mosaic.matrix;
  const [left, bottom] = inSquare(carrier.draw.matrix, e, f);
  const [right, top] = inSquare(carrier.draw.matrix, e + a + c, f + b + d);
  const across = roundedInward(left, right, DECIMALS);
  const up = roundedInward(bottom, top, DECIMALS);
  const place: Matrix = [across.length, 0, 0, up.length, across.from, up.from];
  const placed = { ...mosaic, matrix: concatMatrices(place, carrier.draw.matrix), carrier, place };
  return standsWherePartsDid(placed) ? placed : null;
}

/** Where a point lies in the unit square that a matrix draws; parts have an area. */
function inSquare([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  const area = a * d - b * c;
  return [((x - e) * d - (y - f) * c) / area, (a * (y - f) - b * (x - e)) / area];
}

function firstDrawn(strips: readonly Strip[]): Strip | null {
  return strips.reduce<Strip | null>(
    (first, strip) => (first === null || strip.draw.start < first.draw.start ? strip : first),
    null,
  );
}

/**
 * The content with one picture drawn in the place of each mosaic, and nothing else changed: proved by reading what it
 * draws now. Null where that is not what was wanted.
 */
export function redrawnContent(content: Uint8Array, mosaics: readonly PlacedMosaic[]): Uint8Array | null {
  const edits = mosaics.flatMap((mosaic) =>
    mosaic.strips.map(({ draw }) => ({
      start: draw.start,
      end: draw.end,
      text: draw === mosaic.carrier.draw ? drawing(mosaic) : ' ',
    })),
  );
  const redrawn = editedContent(content, edits);
  return drawsTheMosaics(content, redrawn, mosaics) ? redrawn : null;
}

function drawing({ carrier, place }: PlacedMosaic): string {
  return ` q ${place.map((value) => plainNumber(value, DECIMALS)).join(' ')} cm /${carrier.name} Do Q `;
}

function drawsTheMosaics(before: Uint8Array, after: Uint8Array, mosaics: readonly PlacedMosaic[]): boolean {
  const gone = new Set(mosaics.flatMap(({ strips, carrier }) => strips.filter((strip) => strip !== carrier)));
  const goneAt = new Set([...gone].map(({ draw }) => draw.start));
  const wholes = new Map(mosaics.map(({ carrier, matrix }) => [carrier.draw.start, matrix]));
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
