import type { DrawnPicture } from '../content/page-marks.ts';
import type { PictureLooks, PlacedSource } from './picture-looks.ts';

/** Tolerance in points between strips and the joined image: some programs fit images to whole pixels. */
const TOLERANCE = 1;
/** Maximum images of a page that are compared exactly with the strips at their place. */
const MAX_WHOLES = 50;

/**
 * Returns images that were joined to one: strips edge to edge at its place with the same bits, or parts that
 * look like it at their places. Removes the joined images from `rest`.
 */
export async function joinedStrips(
  gone: readonly DrawnPicture[],
  rest: Set<{ readonly picture: DrawnPicture }>,
  looks: PictureLooks,
): Promise<ReadonlySet<DrawnPicture>> {
  const joined = new Set<DrawnPicture>();
  if (gone.length < 2) return joined;
  for (const item of [...rest].slice(0, MAX_WHOLES)) {
    const strips = gone.filter((strip) => !joined.has(strip) && liesIn(strip, item.picture));
    if (strips.length < 2) continue;
    const isWhole =
      (await isWholeOf(item.picture, strips, looks)) || (await looksLike(item.picture, strips, looks));
    if (!isWhole) continue;
    for (const strip of strips) joined.add(strip);
    rest.delete(item);
  }
  return joined;
}

export function liesIn({ place }: DrawnPicture, whole: DrawnPicture): boolean {
  const [left, bottom, right, top] = place;
  const [wholeLeft, wholeBottom, wholeRight, wholeTop] = whole.place;
  return (
    left >= wholeLeft - TOLERANCE &&
    bottom >= wholeBottom - TOLERANCE &&
    right <= wholeRight + TOLERANCE &&
    top <= wholeTop + TOLERANCE
  );
}

/** Tries all four orientations, since the matrix is not known. */
async function isWholeOf(
  whole: DrawnPicture,
  strips: readonly DrawnPicture[],
  looks: PictureLooks,
): Promise<boolean> {
  for (const side of [0, 1] as const) {
    const inOrder = strips.toSorted((a, b) => b.place[side] - a.place[side]);
    for (const order of [inOrder, inOrder.toReversed()]) {
      if (
        await looks.isMadeOf(
          whole.source,
          order.map(({ source }) => source),
        )
      )
        return true;
    }
  }
  return false;
}

/** Returns whether the parts at their places look like the whole. */
async function looksLike(
  whole: DrawnPicture,
  parts: readonly DrawnPicture[],
  looks: PictureLooks,
): Promise<boolean> {
  return looks.isComposedOf(
    whole.source,
    parts.map((part) => placedIn(part, whole)),
  );
}

/** Its place relative to the sides of the whole, from the upper left corner. */
export function placedIn({ source, place }: DrawnPicture, whole: DrawnPicture): PlacedSource {
  const [left, bottom, right, top] = whole.place;
  return {
    source,
    left: (place[0] - left) / (right - left),
    top: (top - place[3]) / (top - bottom),
    right: (place[2] - left) / (right - left),
    bottom: (top - place[1]) / (top - bottom),
  };
}
