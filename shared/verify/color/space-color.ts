import { mapped } from '../../lists.ts';
import { readColorSpace } from '../../pdf/image/colorspace.ts';
import { readFunction } from '../../pdf/image/functions.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, PDFArray, type PDFObject } from '../../pdf/objects.ts';
import type { Rgb } from './oklab.ts';

/** Converts the components of a color space to sRGB without profiles. */
export type ToRgb = (components: readonly number[]) => Rgb;

/** Nesting of alternate spaces; the limit is against loops. */
const MAX_DEPTH = 3;

/** Converts stored components from 0 to 1 of an image. Null if the meaning of the components is unknown. */
export function imageRgb(image: ImageXObject, components: number): ToRgb | null {
  const { color, stream } = image;
  const space = color.kind === 'stencil' ? null : stream.dict.lookup(key('ColorSpace'));
  const toRgb = space === null ? gray : (spaceRgb(space) ?? rgbOfCount(components));
  return toRgb === null ? null : (values) => toRgb(decoded(values, image));
}

/** `/Decode` (ISO 32000-2, 8.9.5.2); by default the whole range of each component. */
function decoded(values: readonly number[], { decode, color }: ImageXObject): readonly number[] {
  const isLab = color.kind === 'samples' && color.space.kind === 'Lab';
  if (decode.kind === 'inverse') return values.map((value) => 1 - value);
  if (decode.kind === 'default' && !isLab) return values;
  const range = isLab && color.space.kind === 'Lab' ? [0, 100, ...color.space.range] : [];
  const ranges = decode.kind === 'linear' ? decode.ranges : range;
  return values.map((value, index) => {
    const [from = 0, to = 1] = ranges.slice(index * 2, index * 2 + 2);
    return from + value * (to - from);
  });
}

const level = (value: number) => Math.max(0, Math.min(1, value)) * 255;
const gray: ToRgb = ([value = 0]) => [level(value), level(value), level(value)];
const rgb: ToRgb = ([r = 0, g = 0, b = 0]) => [level(r), level(g), level(b)];
const cmyk: ToRgb = ([c = 0, m = 0, y = 0, k = 0]) =>
  rgb([(1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)]);

/** CIE 1976 L*a*b* over D50, by the matrix of CSS Color 4 from D50 to linear sRGB. */
const lab: ToRgb = ([l = 0, a = 0, b = 0]) => {
  const y = (l + 16) / 116;
  const [x, light, z] = mapped([y + a / 500, y, y - b / 200], (value) =>
    value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2,
  );
  const [X, Z] = [x * 0.9642956764295677, z * 0.8251046025104602];
  return rgb(
    [
      3.1341359569958707 * X - 1.6173863321612538 * light - 0.4906619460083532 * Z,
      -0.978795502912089 * X + 1.916254567259524 * light + 0.03344273116131949 * Z,
      0.07195537988411677 * X - 0.2289768264158322 * light + 1.405386058324125 * Z,
    ].map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)),
  );
};

function rgbOfCount(components: number): ToRgb | null {
  if (components === 1) return gray;
  if (components === 3) return rgb;
  return components === 4 ? cmyk : null;
}

/** Null if the space has no colors of its own, such as patterns. */
export function spaceRgb(object: PDFObject | undefined, depth = 0): ToRgb | null {
  const space = readColorSpace(object);
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
      return gray;
    case 'Lab':
      return lab;
    case 'DeviceRGB':
    case 'CalRGB':
      return rgb;
    case 'DeviceCMYK':
      return cmyk;
    case 'ICCBased':
      return rgbOfCount(space.components);
    case 'Separation':
    case 'DeviceN':
      return tintRgb(object, depth);
    default:
      return null;
  }
}

/** Uses the alternate space and its function (8.6.6.4); if unknown, more ink is darker. */
function tintRgb(object: PDFObject | undefined, depth: number): ToRgb {
  const darker: ToRgb = (inks) => gray([1 - inks.reduce((sum, ink) => sum + ink, 0)]);
  if (!(object instanceof PDFArray) || depth >= MAX_DEPTH) return darker;
  const alternate = spaceRgb(object.lookup(2), depth + 1);
  const tint = readFunction(object.lookup(3));
  return alternate === null || tint === null ? darker : (inks) => alternate(tint(inks));
}

/** Colors of the palette entries, three levels each; null without a palette. */
export function paletteRgb({ color, stream }: ImageXObject): Float64Array | null {
  if (color.kind !== 'samples' || color.space.kind !== 'Indexed') return null;
  const { base, table, hival } = color.space;
  const space = stream.dict.lookup(key('ColorSpace'));
  const toRgb = space instanceof PDFArray ? spaceRgb(space.lookup(1)) : null;
  const width = table.length / (hival + 1);
  if (toRgb === null || base.kind === 'Indexed') return null;
  const ranges = base.kind === 'Lab' ? [0, 100, ...base.range] : [];
  return Float64Array.from(
    Array.from({ length: hival + 1 }, (_, entry) =>
      toRgb(
        Array.from(table.subarray(entry * width, (entry + 1) * width), (value, index) => {
          const [from = 0, to = 1] = ranges.slice(index * 2, index * 2 + 2);
          return from + (value / 255) * (to - from);
        }),
      ),
    ).flat(),
  );
}
