import type { ImageDraw, ImageRun, InlineDraw } from '../../pdf/content/image-runs.ts';
import { type Stack, type Strip, stacksOf } from './stack.ts';
import type { StripImage } from './strip-images.ts';

/** The stacks that content draws of these pictures, by the names that it has for them. */
export function stacksIn(
  runs: readonly ImageRun[],
  images: ReadonlyMap<string, StripImage>,
): readonly Stack[] {
  return stacksOfRuns(runs, (draw) => ('name' in draw ? images.get(draw.name) : undefined));
}

/**
 * The stacks of these runs.
 *
 * @param imageOf undefined for what is no strip, so that none goes on beyond it
 */
export function stacksOfRuns(
  runs: readonly ImageRun[],
  imageOf: (draw: ImageDraw | InlineDraw) => StripImage | undefined,
): readonly Stack[] {
  return runs.flatMap((run) => stripsIn(run, imageOf)).flatMap(stacksOf);
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
