import type { ImageDraw, ImageRun, InlineDraw } from '../../pdf/content/image-runs.ts';
import { type Mosaic, mosaicsOf } from './mosaic.ts';
import type { Strip } from './strip.ts';
import type { StripImage } from './strip-images.ts';

/** The mosaics that content draws of these pictures, by the names that it has for them. */
export function mosaicsIn(
  runs: readonly ImageRun[],
  images: ReadonlyMap<string, StripImage>,
): readonly Mosaic[] {
  return mosaicsOfRuns(runs, (draw) => ('name' in draw ? images.get(draw.name) : undefined));
}

/**
 * The mosaics of these runs.
 *
 * @param imageOf undefined for what is no strip, so that none goes on beyond it
 */
export function mosaicsOfRuns(
  runs: readonly ImageRun[],
  imageOf: (draw: ImageDraw | InlineDraw) => StripImage | undefined,
): readonly Mosaic[] {
  return runs.flatMap((run) => stripsIn(run, imageOf)).flatMap(mosaicsOf);
}

/** Strips that follow each other, without another picture or form between. */
function stripsIn(
  run: ImageRun,
  imageOf: (draw: ImageDraw | InlineDraw) => StripImage | undefined,
): readonly (readonly Strip[])[] {
  const parts: Strip[][] = [[]];
  for (const draw of run) {
    const image = imageOf(draw);
    if (image === undefined) parts.push([]);
    else parts[parts.length - 1].push({ name: 'name' in draw ? draw.name : '', draw, ...image });
  }
  return parts;
}
