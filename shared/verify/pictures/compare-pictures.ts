import type { MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import { appendAll } from '../../lists.ts';
import { POINTS_PER_INCH } from '../../pdf/inventory/points.ts';
import type { Loss } from '../../verification.ts';
import type { Place } from '../content/matrix.ts';
import type { DrawnPicture } from '../content/page-marks.ts';
import { type Cover, isPictureCovered } from '../covers.ts';
import { colorLoss } from '../drawings/compare-drawings.ts';
import { type Item, item } from '../item.ts';
import { SpatialGrid } from '../spatial-grid.ts';
import { joinedStrips, liesIn, placedIn } from './joined-strips.ts';
import type { PictureLooks } from './picture-looks.ts';
import type { PictureDifference } from './similarity.ts';

export interface PictureComparison {
  readonly before: number;
  readonly after: number;
  readonly losses: readonly Omit<Loss, 'page'>[];
  /** Images that only the page after has. */
  readonly additions: readonly string[];
  readonly notCompared: number;
  /** Images that show the same at their position, perhaps but for a detail. */
  readonly inPlace: number;
  /** Images that show the same in other colors. */
  readonly colors: readonly Omit<Loss, 'page'>[];
  /** Images with fewer pixels on the same area. */
  readonly coarser: readonly Omit<Loss, 'page'>[];
  /** Opaque images that only the page after has. */
  readonly covers: readonly Cover[];
  /** True if an unchanged image may be in color. */
  readonly isColored: boolean;
  /** One entry per one-bit image with other pixels than before. */
  readonly moved: readonly MovedPixels[];
}

/** Points: some programs fit images to whole pixels. */
const TOLERANCE = 0.75;

interface Placed extends Item {
  readonly picture: DrawnPicture;
}

/** Compares the images on two pages and their positions. */
export async function comparePictures(
  before: readonly DrawnPicture[],
  after: readonly DrawnPicture[],
  looks: PictureLooks,
  areas: readonly Cover[],
): Promise<PictureComparison> {
  const rest = new Set(after.map(placed));
  const grid = new SpatialGrid([...rest], () => '', TOLERANCE);
  const unplaced: DrawnPicture[] = [];
  const losses: Omit<Loss, 'page'>[] = [];
  const moved: MovedPixels[] = [];
  const colors: Omit<Loss, 'page'>[] = [];
  const coarser: Omit<Loss, 'page'>[] = [];
  const partners: (readonly [DrawnPicture, DrawnPicture])[] = [];
  let [notCompared, others] = [0, 0];
  let isColored = false;
  for (const picture of before) {
    const partner = grid.take(placed(picture));
    if (partner === null) {
      unplaced.push(picture);
      continue;
    }
    rest.delete(partner);
    partners.push([picture, partner.picture]);
  }
  for (const [picture, shown] of partners) {
    const difference = await differenceAt(picture, shown, rest, looks);
    const movedHere = await looks.movedPixels(picture.source, shown.source);
    appendAll(moved, movedHere);
    appendAll(coarser, resolutionLoss(picture, shown, looks));
    const name = nameOf(picture, looks);
    if (difference === null && looks.mayBeColored(shown.source)) isColored = true;
    appendAll(colors, colorLoss(name, picture.rgb, shown.rgb));
    if (difference !== 'unknown' && difference?.kind === 'other') others += 1;
    if (difference === 'unknown') notCompared += 1;
    else if (difference?.kind === 'color')
      colors.push({
        change: 'changed',
        name,
        before: 'in color',
        after: difference.isGray ? 'gray' : 'in other colors',
      });
    else if (difference !== null)
      losses.push({ change: 'changed', name, ...changeText(difference, picture, shown, looks) });
    else if (movedHere.some(({ broken }) => broken.length > 0))
      losses.push({ change: 'changed', name, before: 'its shapes', after: 'other shapes' });
    else if (isSeenOtherwise(picture, shown))
      losses.push({ change: 'changed', name, before: seenText(picture), after: seenText(shown) });
  }
  const joined = await joinedStrips(unplaced, rest, looks);
  const cropped = takeCropped(unplaced, rest);
  notCompared += cropped.size;
  const gone = unplaced.filter((strip) => !joined.has(strip) && !cropped.has(strip));
  for (const picture of gone) losses.push(await fateElsewhere(picture, rest, looks));
  const covers = [...rest].flatMap(({ picture }) => (looks.isOpaque(picture.source) ? [picture] : []));
  for (const [picture, shown] of partners) {
    if (isPictureCovered(shown, [...areas, ...covers]))
      losses.push({ change: 'changed', name: nameOf(picture, looks), before: 'visible', after: 'covered' });
  }
  const additions = [...rest].map(({ picture }) => nameOf(picture, looks));
  return {
    before: before.length,
    after: after.length,
    losses,
    additions,
    notCompared,
    inPlace: before.length - gone.length - others,
    colors,
    coarser,
    covers,
    isColored,
    moved,
  };
}

/** Share of an image's area; a clip along its edge is drawn with or without a row of pixels. */
const SEEN_SHARE = 0.02;

/** Returns whether clips leave another part of an image visible. */
function isSeenOtherwise(before: DrawnPicture, after: DrawnPicture): boolean {
  const [a, b] = [before.seen, after.seen];
  const width = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
  const height = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const areaOf = ([left, bottom, right, top]: Place) => (right - left) * (top - bottom);
  const most = Math.max(areaOf(before.seen), areaOf(after.seen));
  return (
    before.seen.some((number, at) => Math.abs(number - after.seen[at]!) > TOLERANCE) &&
    most - width * height > areaOf(before.place) * SEEN_SHARE
  );
}

function seenText({ place, seen }: DrawnPicture): string {
  if (place.every((number, at) => number === seen[at])) return 'seen whole';
  return `seen at ${seen.map((number) => Math.round(number)).join(' ')}`;
}

/** Maximum layers of one image. */
const MAX_LAYERS = 200;

/**
 * Compares an image with the one at its place, and with all that lies above that one, too: text over its paper. Layers
 * with which it shows the same, or comes nearer to it, are part of the image, and taken from `rest`.
 */
async function differenceAt(
  before: DrawnPicture,
  after: DrawnPicture,
  rest: Set<Placed>,
  looks: PictureLooks,
): Promise<PictureDifference | null | 'unknown'> {
  if (before.turn !== null && after.turn !== null && before.turn !== after.turn)
    return looks.difference(before.source, after.source, [before.turn, after.turn]);
  const difference = await looks.difference(before.source, after.source);
  const above = [...rest].filter(({ picture }) => picture.order > after.order && liesIn(picture, after));
  if (difference === 'unknown' || above.length === 0 || above.length > MAX_LAYERS) return difference;
  const layers = [
    after,
    ...above.map(({ picture }) => picture).sort((one, other) => one.order - other.order),
  ];
  const whole = await looks.layered(
    before.source,
    layers.map((layer) => placedIn(layer, after)),
  );
  if (whole === null || whole.difference?.kind === 'other') return difference;
  const isLoss = difference !== null && difference.kind !== 'color';
  const isAlike = whole.difference === null || whole.difference.kind === 'color';
  // A stamp over an unchanged scan has none of these reasons, and is an addition.
  if ([isLoss, isAlike, whole.isNearer].filter(Boolean).length < 2) return difference;
  for (const layer of above) rest.delete(layer);
  return whole.difference;
}

/** Takes images of which the page after has only what a clip leaves visible; that part is not compared. */
function takeCropped(unplaced: readonly DrawnPicture[], rest: Set<Placed>): ReadonlySet<DrawnPicture> {
  const cropped = new Set<DrawnPicture>();
  for (const picture of unplaced) {
    const { place, seen } = picture;
    const partner = [...rest].slice(0, MAX_TRIED).find(({ picture: { place: inside, seen: seenAfter } }) => {
      const isInside = inside.every((number, at) =>
        at < 2 ? number >= place[at]! - TOLERANCE : number <= place[at]! + TOLERANCE,
      );
      return isInside && seen.every((number, at) => Math.abs(number - seenAfter[at]!) <= TOLERANCE);
    });
    if (partner === undefined || place.every((number, at) => number === seen[at])) continue;
    rest.delete(partner);
    cropped.add(picture);
  }
  return cropped;
}

function placed(picture: DrawnPicture): Placed {
  return { ...item({ name: 'picture', page: 0, place: picture.place }), picture };
}

/** Maximum images of a page examined to find a moved one. */
const MAX_TRIED = 50;

/** Finds the same image at another position. */
async function fateElsewhere(
  picture: DrawnPicture,
  rest: Set<Placed>,
  looks: PictureLooks,
): Promise<Omit<Loss, 'page'>> {
  for (const other of [...rest].slice(0, MAX_TRIED)) {
    if (!(await looks.areAlike(picture.source, other.picture.source))) continue;
    rest.delete(other);
    return {
      change: 'moved',
      name: nameOf(picture, looks),
      before: placeText(picture),
      after: placeText(other.picture),
    };
  }
  return { change: 'removed', name: nameOf(picture, looks) };
}

function changeText(
  difference: Exclude<PictureDifference, { kind: 'color' }>,
  before: DrawnPicture,
  after: DrawnPicture,
  looks: PictureLooks,
): Pick<Loss, 'before' | 'after'> {
  switch (difference.kind) {
    case 'other':
      return { before: nameOf(before, looks), after: `another picture, ${nameOf(after, looks)}` };
    case 'turned':
      return { before: 'its orientation', after: 'turned or mirrored' };
    case 'transparency':
      return { before: 'its transparency', after: 'another transparency' };
    case 'spot': {
      const { left, top, right, bottom } = difference.spot;
      const percent = (one: number, other: number) => Math.round((one + other) * 50);
      return {
        before: 'its contents',
        after: `other contents at ${percent(left, right)}% of its width, ${percent(top, bottom)}% of its height`,
      };
    }
  }
}

/** Resolutions that differ by less are equal: some programs fit images to whole pixels. */
const RESOLUTION_SHARE = 0.98;

function resolutionLoss(
  before: DrawnPicture,
  after: DrawnPicture,
  looks: PictureLooks,
): Omit<Loss, 'page'>[] {
  const [was, is] = [dpiOf(before, looks), dpiOf(after, looks)];
  if (was === null || is === null || is >= was * RESOLUTION_SHARE) return [];
  const text = (dpi: number) => `${Math.round(dpi)} dpi`;
  return [{ change: 'changed', name: nameOf(before, looks), before: text(was), after: text(is) }];
}

/** Mean of both directions, as the matrix is not known. */
function dpiOf({ source, place }: DrawnPicture, looks: PictureLooks): number | null {
  const [left, bottom, right, top] = place;
  const image = looks.imageOf(source);
  const area = (right - left) * (top - bottom);
  return image === null || area <= 0
    ? null
    : Math.sqrt((image.width * image.height) / area) * POINTS_PER_INCH;
}

function nameOf(picture: DrawnPicture, looks: PictureLooks): string {
  const image = looks.imageOf(picture.source);
  return `${image === null ? 'picture' : `${image.width} x ${image.height} pixels`} ${placeText(picture)}`;
}

function placeText({ place }: DrawnPicture): string {
  return `at ${place.map((number) => Math.round(number)).join(' ')}`;
}
