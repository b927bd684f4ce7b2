import {
  GRAY_OF_CMYK,
  type GrayConversion,
  type GrayRule,
  grayLevels,
  grayOfLightness,
  LEVELS,
  lumaOfRgb,
} from '../../codecs/pixels/gray-conversion.ts';
import type { ImageSource, SampleSpace } from '../../image-jobs/types.ts';
import { type ColorSpace, componentCount, readColorSpace } from '../../pdf/image/colorspace.ts';
import { type PdfFunction, readFunction } from '../../pdf/image/functions.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, PDFArray, type PDFObject } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';
import { overrideOf } from './overrides.ts';

/** Effect of the option `grayscale` on one image. */
export type GrayPlan =
  /** It has no color, or may keep it. */
  | { readonly kind: 'as-is' }
  /** An Indexed image: its palette becomes gray, one byte per entry, and its indexes stay. */
  | { readonly kind: 'palette'; readonly table: Uint8Array }
  | { readonly kind: 'samples'; readonly conversion: GrayConversion }
  | { readonly kind: 'refused'; readonly reason: SkipReason };

const AS_IS: GrayPlan = { kind: 'as-is' };
const UNKNOWN_COLOR: GrayPlan = { kind: 'refused', reason: 'unsupported-color-space' };

/** Plans the conversion from the dictionary alone. Masks have no color. */
export function grayPlan(
  image: ImageXObject,
  around: Surroundings,
  ctx: Pick<WorkContext, 'options' | 'imageOverrides'>,
): GrayPlan {
  const { color } = image;
  if (!ctx.options.grayscale || color.kind === 'stencil' || around.isSoftMask(image)) return AS_IS;
  if (isGray(color.space)) return AS_IS;
  if (overrideOf(image, around, ctx)?.kind === 'keep') return { kind: 'refused', reason: 'kept-by-user' };
  const { dict } = image.stream;
  const object = dict.lookup(key('ColorSpace')) ?? dict.lookup(key('CS'));
  if (color.space.kind === 'Indexed') {
    // The matte has components of the base color space.
    if (around.isMatted(image)) return { kind: 'refused', reason: 'matte' };
    return palettePlan(object, color.space);
  }
  const rule = ruleOf(object, color.space);
  if (rule === null) return UNKNOWN_COLOR;
  const components = componentCount(color.space) ?? 0;
  return { kind: 'samples', conversion: { components, decode: decodeOf(image), rule } };
}

/** The sample space of an image whose palette became gray. */
export function indexesInto(table: Uint8Array): SampleSpace {
  return { kind: 'indexed', base: 'gray', entryBytes: 1, table };
}

const GRAY_OF_RGB: GrayConversion = { components: 3, decode: null, rule: { kind: 'rgb' } };

/** Refusals that also apply to gray samples; other samples are suitable after conversion. */
const REFUSALS_OF_GRAY: ReadonlySet<SkipReason> = new Set([
  'color-key-mask',
  'matte',
  'stencil-mask',
  'unsupported-filter',
]);

/** Refines the plan with facts from the data. */
export function grayOfSource(
  plan: GrayPlan,
  source: ImageSource,
  space: SampleSpace,
  refusal: SkipReason | null,
): GrayPlan {
  const known = plan === UNKNOWN_COLOR ? planByData(source, space) : plan;
  // Opacity inside the data would be lost with its color.
  if (known.kind === 'samples' && source.kind === 'jpx' && source.hasOpacity) {
    return { kind: 'refused', reason: 'unsupported-filter' };
  }
  if (known.kind !== 'samples' || refusal === null || !REFUSALS_OF_GRAY.has(refusal)) return known;
  return { kind: 'refused', reason: refusal };
}

/** JPEG 2000 data may define its color space itself. */
function planByData(source: ImageSource, space: SampleSpace): GrayPlan {
  if (source.kind !== 'jpx' || !source.hasOwnSpace) return UNKNOWN_COLOR;
  if (space.kind === 'gray') return AS_IS;
  return space.kind === 'rgb' ? { kind: 'samples', conversion: GRAY_OF_RGB } : UNKNOWN_COLOR;
}

function isGray(space: ColorSpace): boolean {
  if (space.kind === 'Indexed') return isGray(space.base);
  if (space.kind === 'ICCBased') return space.components === 1 && space.data === 'gray';
  return space.kind === 'DeviceGray' || space.kind === 'CalGray';
}

function palettePlan(
  object: PDFObject | undefined,
  space: Extract<ColorSpace, { kind: 'Indexed' }>,
): GrayPlan {
  const base = object instanceof PDFArray ? object.lookup(1) : undefined;
  const rule = ruleOf(base, space.base);
  if (rule === null || space.given <= space.hival) return UNKNOWN_COLOR;
  const components = componentCount(space.base) ?? 0;
  return { kind: 'palette', table: grayLevels(space.table, { components, decode: null, rule }) };
}

function ruleOf(object: PDFObject | undefined, space: ColorSpace): GrayRule | null {
  switch (space.kind) {
    case 'DeviceRGB':
    case 'CalRGB':
      return { kind: 'rgb' };
    case 'DeviceCMYK':
      return GRAY_OF_CMYK;
    case 'ICCBased':
      return profileRule(space.data);
    case 'Lab':
      return pointsOf([LEVELS], ([level = 0]) => grayOfLightness(level * 100));
    case 'Separation':
    case 'DeviceN':
      return colorantRule(object, componentCount(space) ?? 0);
    default:
      return null;
  }
}

function profileRule(data: string): GrayRule | null {
  if (data === 'rgb') return { kind: 'rgb' };
  return data === 'cmyk' ? GRAY_OF_CMYK : null;
}

/** Grid points per colorant, by number of colorants; beyond four, tables would be too coarse. */
const POINTS_OF_COLORANTS: readonly number[] = [0, LEVELS, 33, 17, 9];

/** Maps colorants by the tint transform into the alternate space (ISO 32000-2, 8.6.6.4). */
function colorantRule(object: PDFObject | undefined, colorants: number): GrayRule | null {
  const points = POINTS_OF_COLORANTS[colorants];
  if (!(object instanceof PDFArray) || points === undefined) return null;
  const alternate = readColorSpace(object.lookup(2));
  const transform = readFunction(object.lookup(3));
  const components = componentCount(alternate);
  const grayOf = grayOfComponents(alternate);
  if (transform === null || grayOf === null || components === null) return null;
  return pointsOf(Array(colorants).fill(points), (tints) => grayOf(sized(transform, tints, components)));
}

function sized(transform: PdfFunction, tints: readonly number[], components: number): readonly number[] {
  const found = transform(tints);
  return Array.from({ length: components }, (_, index) => found[index] ?? 0);
}

/** Gray of components in the space's own range; null for spaces that cannot be an alternate space. */
function grayOfComponents(space: ColorSpace): ((components: readonly number[]) => number) | null {
  const level = (component: number) => Math.round(Math.min(1, Math.max(0, component)) * 255);
  if (isGray(space)) return ([gray = 0]) => level(gray);
  if (space.kind === 'Lab') return ([lightness = 0]) => grayOfLightness(lightness);
  const rule = ruleOf(undefined, space);
  if (rule?.kind === 'rgb')
    return ([red = 0, green = 0, blue = 0]) => lumaOfRgb(level(red), level(green), level(blue));
  if (rule !== GRAY_OF_CMYK) return null;
  return (inks) => grayLevels(Uint8Array.from(inks, level), { components: 4, decode: null, rule })[0]!;
}

/** @param points per component @param grayOf maps components from 0 to 1 */
function pointsOf(points: readonly number[], grayOf: (shares: readonly number[]) => number): GrayRule {
  const perComponent = points[0]!;
  const gray = new Uint8Array(perComponent ** points.length);
  for (let at = 0; at < gray.length; at += 1) {
    let rest = at;
    const shares: number[] = [];
    for (const _ of points) {
      shares.unshift((rest % perComponent) / (perComponent - 1));
      rest = Math.floor(rest / perComponent);
    }
    gray[at] = grayOf(shares);
  }
  return { kind: 'points', perComponent, gray };
}

/** `/Decode` as tables from stored levels to the levels of the rules. */
function decodeOf({ decode, color }: ImageXObject): readonly Uint8Array[] | null {
  if (decode.kind === 'default' || color.kind === 'stencil') return null;
  const components = componentCount(color.space) ?? 0;
  return Array.from({ length: components }, (_, component) => {
    const [full, from, to] =
      decode.kind === 'inverse'
        ? [1, 1, 0]
        : [...scaleOf(color.space, component), ...rangeAt(decode.ranges, component)];
    return Uint8Array.from({ length: LEVELS }, (_, level) =>
      Math.round(Math.min(1, Math.max(0, (from + ((to - from) * level) / 255) / full)) * 255),
    );
  });
}

function rangeAt(ranges: readonly number[], component: number): [number, number] {
  return [ranges[component * 2] ?? 0, ranges[component * 2 + 1] ?? 1];
}

/** Maximum of a component: 100 for lightness, else 1; the other two components of Lab are not used. */
function scaleOf(space: ColorSpace, component: number): [number] {
  return [space.kind === 'Lab' && component === 0 ? 100 : 1];
}
