import type { ImageDraw, ImageRun, InlineDraw } from '../../pdf/content/image-runs.ts';
import { type Mosaic, mosaicsOf } from './mosaic.ts';
import type { Strip } from './strip.ts';
import type { StripImage } from './strip-images.ts';

/** Returns the mosaics that content draws with these images, by their resource names. */
export function mosaicsIn(
  runs: readonly ImageRun[],
  images: ReadonlyMap<string, StripImage>,
): readonly Mosaic[] {
  return mosaicsOfRuns(runs, (draw) => ('name' in draw ? images.get(draw.name) : undefined));
}

/**
 * Returns the mosaics of these runs.
 * @param imageOf undefined for anything but strips, which interrupts a mosaic
 */
export function mosaicsOfRuns(
  runs: readonly ImageRun[],
  imageOf: (draw: ImageDraw | InlineDraw) => StripImage | undefined,
): readonly Mosaic[] {
  return runs.flatMap((run) => stripsIn(run, imageOf)).flatMap(mosaicsOf);
}

/** Returns consecutive strips without another image or form between. */
function stripsIn(
  run: ImageRun,
  imageOf: (draw: ImageDraw | InlineDraw) => StripImage | undefined,
): readonly (readonly Strip[])[] {
  const parts: Strip[][] = [[]];
  for (const draw of run) {
    const image = imageOf(draw);
    if (image === undefined) parts.push([]);
    else parts[parts.length - 1]!.push({ name: 'name' in draw ? draw.name : '', draw, ...image });
  }
  return parts;
}
