import type { Loss } from '../../verification.ts';
import { chromaOf, GRAY_CHROMA, isOtherColor, oklabOf, type Rgb } from '../color/oklab.ts';
import type { Place } from '../content/matrix.ts';
import type { DrawnShape, PageMarks, Pen } from '../content/page-marks.ts';
import { isCovered } from '../covers.ts';
import { type Item, item } from '../item.ts';
import { SpatialGrid } from '../spatial-grid.ts';

type PageLoss = Omit<Loss, 'page'>;

export interface DrawingComparison {
  readonly before: number;
  readonly after: number;
  readonly losses: readonly PageLoss[];
  readonly additions: readonly string[];
  readonly colors: readonly PageLoss[];
  /** Figures that only the page after has. */
  readonly added: readonly DrawnShape[];
  readonly notCompared: number;
}

/** Points: programs round coordinates, and shift rectangles by half a pixel. */
const TOLERANCE = 0.75;
const EXACT = 0.1;

interface Placed extends Item {
  readonly shape: DrawnShape;
}

/** Marks before besides the shapes, which these may hide. */
export type OtherMarks = Pick<PageMarks, 'glyphs' | 'pictures'>;

const NO_MARKS: OtherMarks = { glyphs: [], pictures: [] };

/** Compares lines and areas of two pages by their visible boxes and colors. */
export function compareDrawings(
  before: readonly DrawnShape[],
  after: readonly DrawnShape[],
  others: OtherMarks = NO_MARKS,
): DrawingComparison {
  const { pairs, gone, added } = areInStep(before, after)
    ? { pairs: before.map((shape, index) => [shape, after[index]!] as const), gone: [], added: [] }
    : matched(before, after);
  const hidden = new Set(after.length === 0 ? [] : unpainted(gone, before, others));
  return {
    before: before.length,
    after: after.length,
    losses: [
      ...gone
        .filter((shape) => !hidden.has(shape))
        .map((shape) => ({ change: 'removed' as const, name: nameOf(shape) })),
      ...pairs.flatMap(penLoss),
    ],
    additions: added.map(nameOf),
    colors: pairs
      .filter(([was, is]) => isRepainted(was, is))
      .flatMap(([was, is]) => {
        const name = nameOf(was);
        const first = colorLoss(name, was.rgb, is.rgb);
        return first.length > 0 ? first : colorLoss(name, was.end ?? null, is.end ?? null);
      }),
    added,
    notCompared: 0,
  };
}

function areInStep(before: readonly DrawnShape[], after: readonly DrawnShape[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((shape, index) => {
    const other = after[index]!;
    return shape.kind === other.kind && isNear(shape.place, other.place);
  });
}

function isNear(a: Place, b: Place): boolean {
  return (
    Math.abs(a[0] - b[0]) <= TOLERANCE &&
    Math.abs(a[1] - b[1]) <= TOLERANCE &&
    Math.abs(a[2] - b[2]) <= TOLERANCE &&
    Math.abs(a[3] - b[3]) <= TOLERANCE
  );
}

function matched(before: readonly DrawnShape[], after: readonly DrawnShape[]) {
  const rest = new Set(after.map(placed));
  const pairs: (readonly [DrawnShape, DrawnShape])[] = [];
  let gone = before.map(placed);
  const pass = (tolerance: number, fits: (a: DrawnShape, b: DrawnShape) => boolean): void => {
    const grid = new SpatialGrid([...rest], ({ shape }) => shape.kind, tolerance);
    gone = gone.filter((wanted) => {
      const partner = grid.take(wanted, ({ shape }) => fits(wanted.shape, shape));
      if (partner === null) return true;
      rest.delete(partner);
      pairs.push([wanted.shape, partner.shape]);
      return false;
    });
  };
  // The same place and color first: figures of several colors lie on each other.
  const isSame = (a: DrawnShape, b: DrawnShape) => !isRepainted(a, b) && !isOtherPen(a.pen, b.pen);
  pass(EXACT, isSame);
  if (gone.length > 0) pass(TOLERANCE, isSame);
  if (gone.length > 0) pass(TOLERANCE, () => true);
  return { pairs, gone: gone.map(({ shape }) => shape), added: [...rest].map(({ shape }) => shape) };
}

function placed(shape: DrawnShape): Placed {
  return { ...item({ name: shape.kind, page: 0, place: shape.place }), shape };
}

/** Figures that show nothing: white on nothing, or without any size. */
function unpainted(
  gone: readonly DrawnShape[],
  before: readonly DrawnShape[],
  { glyphs, pictures }: OtherMarks,
): readonly DrawnShape[] {
  let budget = MAX_COMPARED;
  return gone.filter((shape) => {
    const { place, kind, rgb, order } = shape;
    const [left, bottom, right, top] = place;
    if (kind === 'area' && (right - left < THIN || top - bottom < THIN)) return true;
    if (rgb?.every((level) => level > 250) !== true) return false;
    budget -= before.length + pictures.length + glyphs.length;
    if (budget < 0) return false;
    return (
      !before.some((other) => other.order < order && touches(other.place, place)) &&
      !pictures.some((picture) => picture.order < order && touches(picture.seen, place)) &&
      !glyphs.some((glyph) => glyph.isVisible && isCovered(glyph, [shape]))
    );
  });
}

const THIN = 0.05;
/** Marks looked at for all white figures, a fraction of a second; figures after these are told as they are. */
const MAX_COMPARED = 20_000_000;

function touches(a: readonly number[], b: readonly number[]): boolean {
  return a[0]! < b[2]! && a[2]! > b[0]! && a[1]! < b[3]! && a[3]! > b[1]!;
}

function isRecolored(a: Rgb | null, b: Rgb | null): boolean {
  return a !== null && b !== null && a !== b && isOtherColor(a, b);
}

function isRepainted(a: DrawnShape, b: DrawnShape): boolean {
  return isRecolored(a.rgb, b.rgb) || isRecolored(a.end ?? null, b.end ?? null);
}

/** Widths and dashes in points that look alike; what is thinner is drawn as one pixel anyway. */
const PEN_TOLERANCE = 0.3;
const PEN_RATIO = 1.25;

function isOtherPen(a: Pen | undefined, b: Pen | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return isOtherLength(a.width, b.width) || isOtherLength(a.period, b.period);
}

function isOtherLength(a: number, b: number): boolean {
  return Math.abs(a - b) > PEN_TOLERANCE && Math.max(a, b) > Math.min(a, b) * PEN_RATIO;
}

function penLoss([was, is]: readonly [DrawnShape, DrawnShape]): PageLoss[] {
  if (!isOtherPen(was.pen, is.pen)) return [];
  return [{ change: 'changed', name: nameOf(was), before: penText(was.pen!), after: penText(is.pen!) }];
}

function penText({ width, period }: Pen): string {
  const tenths = (length: number) => Math.round(length * 10) / 10;
  return `${tenths(width)} wide${period === 0 ? '' : `, dashed by ${tenths(period)}`}`;
}

/** Colors of patterns by tiles are not compared here. */
export function colorLoss(name: string, before: Rgb | null, after: Rgb | null): PageLoss[] {
  if (before === null || after === null || !isOtherColor(before, after)) return [];
  return [{ change: 'changed', name, before: colorText(before), after: colorText(after) }];
}

export function isColored(rgb: Rgb | null): boolean {
  return rgb !== null && chromaOf(oklabOf(rgb)) > GRAY_CHROMA;
}

function colorText(rgb: Rgb): string {
  const text = `#${rgb.map((level) => level.toString(16).padStart(2, '0')).join('')}`;
  return isColored(rgb) ? text : `gray ${text}`;
}

function nameOf({ kind, place }: DrawnShape): string {
  return `${kind} at ${place.map((number) => Math.round(number)).join(' ')}`;
}
