import type { DrawnPicture } from '../content/page-marks.ts';
import type { PictureLooks } from './picture-looks.ts';

/** Points by which strips may stand beside the picture that they are now: some programs fit images to whole pixels. */
const TOLERANCE = 1;
/** Pictures of a page that may be made of strips; each is compared bit by bit with what lies in its place. */
const MAX_WHOLES = 50;

/**
 * Pictures that are gone since one picture holds what they held: strips edge to edge in its place, bit by bit the same,
 * or parts that look as it does where they lay.
 * The pictures that they became are taken out of `rest`.
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

function liesIn({ place: [left, bottom, right, top] }: DrawnPicture, whole: DrawnPicture): boolean {
  const [wholeLeft, wholeBottom, wholeRight, wholeTop] = whole.place;
  return (
    left >= wholeLeft - TOLERANCE &&
    bottom >= wholeBottom - TOLERANCE &&
    right <= wholeRight + TOLERANCE &&
    top <= wholeTop + TOLERANCE
  );
}

/** Which side of the picture is up, its matrix would tell: one of the four it is. */
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

/** The parts, each in its place, look as the whole does. */
async function looksLike(
  whole: DrawnPicture,
  parts: readonly DrawnPicture[],
  looks: PictureLooks,
): Promise<boolean> {
  const [left, bottom, right, top] = whole.place;
  const placed = parts.map(({ source, place }) => ({
    source,
    // From the upper left corner, in parts of the whole's sides.
    left: (place[0] - left) / (right - left),
    top: (top - place[3]) / (top - bottom),
    right: (place[2] - left) / (right - left),
    bottom: (top - place[1]) / (top - bottom),
  }));
  return looks.isComposedOf(whole.source, placed);
}
