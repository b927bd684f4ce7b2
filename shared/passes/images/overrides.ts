import type { ImageOverride } from '../../image-overrides.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';

/**
 * Returns the override of this image or one merged into it; for a soft mask, the first one of its images.
 * "keep" has precedence.
 */
export function overrideOf(
  image: ImageXObject,
  around: Pick<Surroundings, 'maskedBy' | 'mergedObjectNumbers'>,
  { imageOverrides }: Pick<WorkContext, 'imageOverrides'>,
): ImageOverride | undefined {
  const numbers = [...around.mergedObjectNumbers(image), ...around.maskedBy(image)];
  const given = numbers.flatMap((number) => imageOverrides[number] ?? []);
  return given.find(({ kind }) => kind === 'keep') ?? given[0];
}
