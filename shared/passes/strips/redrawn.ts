import { type ImageDraw, type InlineDraw, imageRuns } from '../../pdf/content/image-runs.ts';
import { concatMatrices, type Matrix, plainNumber, roundedInward } from '../../pdf/content/matrix.ts';
import { editedContent } from '../contents/replace-content.ts';
import { type Mosaic, standsWherePartsDid } from './mosaic.ts';
import type { Strip } from './strip.ts';

/** Decimals relative to the unit square of a strip, whose side is some hundred pixels. */
const DECIMALS = 6;

/** A mosaic that can be written: drawn by a matrix of few digits in front of the current one. */
export interface PlacedMosaic extends Mosaic {
  /** The strip whose place in the content, name and object the whole takes over. */
  readonly carrier: Strip;
  /** `s 0 0 t u v cm` in the unit square of the carrier. */
  readonly place: Matrix;
}

/** Null if it cannot be written so, or if each of its strips is also drawn elsewhere. */
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

/** Maps a point to the unit square of a matrix; parts have an area. */
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
 * Returns the content with one image instead of each mosaic and no other change, checked by parsing it. Null
 * if the result differs from the intention.
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
