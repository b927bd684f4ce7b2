import type { MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import { appendAll } from '../../lists.ts';
import type { Loss } from '../../verification.ts';
import type { DrawnPicture } from '../content/page-marks.ts';
import { type Item, item } from '../item.ts';
import { SpatialGrid } from '../spatial-grid.ts';
import { joinedStrips } from './joined-strips.ts';
import type { PictureLooks } from './picture-looks.ts';

export interface PictureComparison {
  readonly before: number;
  readonly after: number;
  readonly losses: readonly Omit<Loss, 'page'>[];
  readonly added: number;
  readonly notCompared: number;
  /** One entry per one-bit image with other pixels than before. */
  readonly moved: readonly MovedPixels[];
}

/** Points: some programs fit images to whole pixels. */
const TOLERANCE = 1;

interface Placed extends Item {
  readonly picture: DrawnPicture;
}

/** Compares the images on two pages and their positions. */
export async function comparePictures(
  before: readonly DrawnPicture[],
  after: readonly DrawnPicture[],
  looks: PictureLooks,
): Promise<PictureComparison> {
  const rest = new Set(after.map(placed));
  const grid = new SpatialGrid([...rest], () => '', TOLERANCE);
  const unplaced: DrawnPicture[] = [];
  const losses: Omit<Loss, 'page'>[] = [];
  const moved: MovedPixels[] = [];
  let notCompared = 0;
  for (const picture of before) {
    const partner = grid.take(placed(picture));
    if (partner === null) {
      unplaced.push(picture);
      continue;
    }
    rest.delete(partner);
    const alike = await looks.areAlike(picture.source, partner.picture.source);
    if (alike === null) notCompared += 1;
    appendAll(moved, await looks.movedPixels(picture.source, partner.picture.source));
    if (alike === false)
      losses.push({
        change: 'changed',
        name: nameOf(picture, looks),
        ...othersOf(picture, partner.picture, looks),
      });
  }
  const joined = await joinedStrips(unplaced, rest, looks);
  for (const picture of unplaced.filter((strip) => !joined.has(strip)))
    losses.push(await fateElsewhere(picture, rest, looks));
  return { before: before.length, after: after.length, losses, added: rest.size, notCompared, moved };
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
    if ((await looks.areAlike(picture.source, other.picture.source)) !== true) continue;
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

function othersOf(before: DrawnPicture, after: DrawnPicture, looks: PictureLooks) {
  return { before: nameOf(before, looks), after: `another picture, ${nameOf(after, looks)}` };
}

function nameOf(picture: DrawnPicture, looks: PictureLooks): string {
  const image = looks.imageOf(picture.source);
  return `${image === null ? 'picture' : `${image.width} x ${image.height} pixels`} ${placeText(picture)}`;
}

function placeText({ place }: DrawnPicture): string {
  return `at ${place.map((number) => Math.round(number)).join(' ')}`;
}
