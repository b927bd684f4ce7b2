import { mmr } from './mmr.ts';
import { MqEncoder } from './mq-encoder.ts';
import type { Picture } from './picture.ts';
import { type GenericCoding, NOMINAL, putGeneric, putRefinement } from './regions.ts';
import { type Place, placesBytes, regionInformation, type Segment, TYPES } from './segments.ts';

/** Generic regions (T.88, 7.4.6) and generic refinement regions (7.4.7) as segments. */

type Where = Pick<Place, 'x' | 'y' | 'operator'>;

export function genericRegion(
  number: number,
  drawn: Picture,
  where: Where,
  coding: GenericCoding | 'mmr',
  type: number = TYPES.genericRegion,
): Segment {
  const place = regionInformation({ ...drawn, ...where });
  if (coding === 'mmr') return { number, type, data: [...place, 1, ...mmr(drawn, { endOfBlock: false })] };
  const { template, adaptive = NOMINAL[template], typicalPrediction } = coding;
  const out = new MqEncoder();
  putGeneric(out, drawn, coding);
  const flags = (template << 1) | (typicalPrediction ? 8 : 0);
  return { number, type, data: [...place, flags, ...placesBytes(adaptive), ...out.finish()] };
}

/** A region refined from the one that it refers to, or from the page if it refers to none. */
export function refinementRegion(
  segment: Pick<Segment, 'number' | 'refersTo'>,
  drawn: Picture,
  reference: Picture,
  where: Where,
  { template, typicalPrediction }: { readonly template: 0 | 1; readonly typicalPrediction?: true },
): Segment {
  const out = new MqEncoder();
  putRefinement(out, drawn, reference, {
    template,
    dx: 0,
    dy: 0,
    ...(typicalPrediction ? { typicalPrediction } : {}),
  });
  const adaptive: readonly [number, number][] = [
    [-1, -1],
    [-1, -1],
  ];
  const data = [
    ...regionInformation({ ...drawn, ...where }),
    template | (typicalPrediction ? 2 : 0),
    ...(template === 0 ? placesBytes(adaptive) : []),
    ...out.finish(),
  ];
  return { ...segment, type: TYPES.refinementRegion, data };
}
