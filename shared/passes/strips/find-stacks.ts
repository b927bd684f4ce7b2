import type { PictureRun } from '../../pdf/content/picture-runs.ts';
import { type Stack, type Strip, stacksOf } from './stack.ts';
import type { StripImage } from './strip-images.ts';

/** The stacks that content draws of these pictures, by the names that it has for them. */
export function stacksIn(
  runs: readonly PictureRun[],
  images: ReadonlyMap<string, StripImage>,
): readonly Stack[] {
  return runs.flatMap((run) => stripsIn(run, images)).flatMap(stacksOf);
}

/** Strips that follow each other, without another picture or form between. */
function stripsIn(run: PictureRun, images: ReadonlyMap<string, StripImage>): readonly (readonly Strip[])[] {
  const parts: Strip[][] = [[]];
  for (const draw of run) {
    const image = images.get(draw.name);
    if (image === undefined) parts.push([]);
    else parts[parts.length - 1].push({ draw, ...image });
  }
  return parts;
}
