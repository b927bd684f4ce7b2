import { readColorSpace } from '../../pdf/image/colorspace.ts';
import { readFunction } from '../../pdf/image/functions.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, PDFArray, type PDFObject } from '../../pdf/objects.ts';

/** Converts stored components from 0 to 1 to luma, 0 to 255. */
export type Luma = (components: readonly number[]) => number;

/** Nesting of alternate spaces; the limit is against loops. */
const MAX_DEPTH = 3;

/** Null if the meaning of the components is unknown. */
export function lumaReader(image: ImageXObject, components: number): Luma | null {
  const { color, stream } = image;
  const space = color.kind === 'stencil' ? null : stream.dict.lookup(key('ColorSpace'));
  const light = space === null ? gray : (spaceLuma(space, 0) ?? lumaOfCount(components));
  return light === null ? null : (values) => light(decoded(values, image));
}

/** `/Decode` (ISO 32000-2, 8.9.5.2); for Lab, ranges only scale the same amounts. */
function decoded(values: readonly number[], { decode, color }: ImageXObject): readonly number[] {
  if (decode.kind === 'default') return values;
  if (decode.kind === 'inverse') return values.map((value) => 1 - value);
  if (color.kind === 'samples' && color.space.kind === 'Lab') return values;
  return values.map((value, index) => {
    const [from = 0, to = 1] = decode.ranges.slice(index * 2, index * 2 + 2);
    return from + value * (to - from);
  });
}

const gray: Luma = ([value = 0]) => value * 255;
const rgb: Luma = ([r = 0, g = 0, b = 0]) => (0.299 * r + 0.587 * g + 0.114 * b) * 255;
const cmyk: Luma = ([c = 0, m = 0, y = 0, k = 0]) => rgb([1 - c, 1 - m, 1 - y]) * (1 - k);

function lumaOfCount(components: number): Luma | null {
  if (components === 1) return gray;
  if (components === 3) return rgb;
  return components === 4 ? cmyk : null;
}

function spaceLuma(object: PDFObject | undefined, depth: number): Luma | null {
  const space = readColorSpace(object);
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
    // Lightness is the first component.
    case 'Lab':
      return gray;
    case 'DeviceRGB':
    case 'CalRGB':
      return rgb;
    case 'DeviceCMYK':
      return cmyk;
    case 'ICCBased':
      return lumaOfCount(space.components);
    case 'Separation':
    case 'DeviceN':
      return tintLuma(object, depth);
    default:
      return null;
  }
}

/** Uses the alternate space and its function (8.6.6.4); if unknown, more ink is darker. */
function tintLuma(object: PDFObject | undefined, depth: number): Luma {
  const darker: Luma = (inks) => 255 * Math.max(0, 1 - inks.reduce((sum, ink) => sum + ink, 0));
  if (!(object instanceof PDFArray) || depth >= MAX_DEPTH) return darker;
  const alternate = spaceLuma(object.lookup(2), depth + 1);
  const tint = readFunction(object.lookup(3));
  if (alternate === null || tint === null) return darker;
  const isLab = readColorSpace(object.lookup(2)).kind === 'Lab';
  return (inks) => alternate(isLab ? tint(inks).map((value) => value / 100) : tint(inks));
}

/** Luma of each palette entry; null without a palette. */
export function paletteLuma({ color, stream }: ImageXObject): Float64Array | null {
  if (color.kind !== 'samples' || color.space.kind !== 'Indexed') return null;
  const { base, table, hival } = color.space;
  const space = stream.dict.lookup(key('ColorSpace'));
  const light = space instanceof PDFArray ? spaceLuma(space.lookup(1), 0) : null;
  const width = table.length / (hival + 1);
  if (light === null || base.kind === 'Indexed') return null;
  return Float64Array.from({ length: hival + 1 }, (_, entry) =>
    light(Array.from(table.subarray(entry * width, (entry + 1) * width), (value) => value / 255)),
  );
}
