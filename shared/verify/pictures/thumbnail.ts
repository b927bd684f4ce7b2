/** Reduces an image to a few gray fields, to recognize it in any encoding, size or color. */
import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { decodeJpeg4 } from '../../codecs/dct/cmyk-decode.ts';
import { eightOfSixteenBits } from '../../codecs/flate/flate-image.ts';
import { unpackBits } from '../../codecs/flate/sample-bits.ts';
import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import { readJpxHeader } from '../../codecs/jpx/header.ts';
import type { ImageCodecs } from '../../image-jobs/image-codecs.ts';
import type { ImageSource } from '../../image-jobs/types.ts';
import type { Limits } from '../../limits.ts';
import { readSource } from '../../passes/images/source.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import { type ImageXObject, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { PDFRawStream } from '../../pdf/objects.ts';
import { lumaOf, type Oklab, oklabOf, type Rgb } from '../color/oklab.ts';
import { imageRgb, paletteRgb, type ToRgb } from '../color/space-color.ts';
import { CELL_PIXELS, cellsOf, coarserGrid, FEWEST_CELLS, type Grid, gridOf, mapped } from '../looks/grid.ts';

/** Fields per side. */
export const FIELDS = 32;

export interface Thumbnail {
  /** Luma by field, 0 to 255, row by row. */
  readonly light: Float64Array;
  /** Color by field; undefined if it is not known. */
  readonly colors?: readonly Oklab[];
  /** Mean opacity, 0 to 1. */
  readonly opacity?: number;
  /** Luma in fine cells, see `cellsOf`; absent for images that are not opaque everywhere. */
  readonly fine?: Grid;
  /** Pixels of the image's shorter side. */
  readonly pixels: number;
}

/** Interleaved samples of 8 bits. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly values: Uint8Array;
  readonly highest: number;
}

/**
 * Null if it cannot be decoded with certainty.
 *
 * @param cells maximum fine cells per side
 */
export async function thumbnailOf(
  image: ImageXObject,
  limits: Limits,
  codecs: ImageCodecs,
  cells: number,
): Promise<Thumbnail | null> {
  const samples = await samplesOf(image, limits, codecs);
  const opacity = await opacityOf(image, limits, codecs);
  if (samples === null || opacity === 'unknown') return null;
  const palette = paletteRgb(image);
  if (palette !== null)
    return reduced(
      lit(samples, palette),
      ([r = 0, g = 0, b = 0]) => [r * 255, g * 255, b * 255],
      opacity,
      cells,
    );
  const toRgb = imageRgb(image, samples.components);
  return toRgb === null ? null : reduced(samples, toRgb, opacity, cells);
}

/** Returns the opacity of the image; null if fully opaque. Hidden pixels may have any color. */
export async function opacityOf(
  picture: ImageXObject,
  limits: Limits,
  codecs: ImageCodecs,
): Promise<Opacity | null | 'unknown'> {
  const image = maskOf(picture);
  if (image === 'none') return null;
  const samples = image === null ? null : await samplesOf(image, limits, codecs);
  if (image === null || samples?.components !== 1) return 'unknown';
  // "a sample value of 1 … shall be masked out" (ISO 32000-2, 8.9.6.3); in a soft mask it is opaque.
  const isInverse = (picture.softMask === null) !== (image.decode.kind === 'inverse');
  const { width, height, values, highest } = samples;
  const seen = isInverse ? values.map((value) => highest - value) : values;
  return { width, height, seen, highest, matte: image.matte };
}

/** The soft or stencil mask of an image; null if it cannot be read. */
export function maskOf({ stream, softMask, mask }: ImageXObject): ImageXObject | null | 'none' {
  const ref = softMask ?? (mask.kind === 'stencil' ? mask.ref : null);
  if (ref === null) return 'none';
  const object = stream.dict.context.lookup(ref);
  return object instanceof PDFRawStream ? readImageXObject(ref, object) : null;
}

export interface Opacity {
  readonly width: number;
  readonly height: number;
  readonly seen: Uint8Array;
  readonly highest: number;
  /** Color with which the image is pre-blended (11.6.5.2). */
  readonly matte: readonly number[] | null;
}

/** Averaging indexes is meaningless, so each is converted to its color first. */
function lit(samples: Samples, palette: Float64Array): Samples {
  const last = palette.length / 3 - 1;
  const values = new Uint8Array(samples.values.length * 3);
  for (let pixel = 0, to = 0; to < values.length; pixel += 1) {
    const at = Math.min(samples.values[pixel]!, last) * 3;
    values[to++] = palette[at]!;
    values[to++] = palette[at + 1]!;
    values[to++] = palette[at + 2]!;
  }
  return { ...samples, components: 3, values, highest: 255 };
}

/** Returns all samples of the image; null if it cannot be decoded with certainty. */
export async function samplesOf(
  image: ImageXObject,
  limits: Limits,
  codecs: ImageCodecs,
): Promise<Samples | null> {
  if (image.width * image.height > limits.imagePixels || image.isExternal) return null;
  const decoded = decodeStream(image.stream, limits.streamBytes);
  if (decoded.kind === 'undecodable') return null;
  if (decoded.kind === 'bytes') return plainSamples(image, decoded.bytes);
  const read = readSource(image, { limits });
  return read.kind === 'source' ? codecSamples(image, read.source, codecs) : null;
}

function plainSamples({ width, height, bits, color }: ImageXObject, rows: Uint8Array): Samples | null {
  const components = color.kind === 'stencil' ? 1 : componentCount(color.space);
  if (components === null || ![1, 2, 4, 8, 16].includes(bits)) return null;
  if (rows.length < Math.ceil((width * components * bits) / 8) * height) return null;
  const values =
    bits === 16
      ? eightOfSixteenBits(rows)
      : unpackBits(rows, width * components, height, bits as 1 | 2 | 4 | 8);
  return { width, height, components, values, highest: bits === 16 ? 255 : 2 ** bits - 1 };
}

async function codecSamples(
  { width, height, color }: ImageXObject,
  source: ImageSource,
  codecs: ImageCodecs,
): Promise<Samples | null> {
  switch (source.kind) {
    case 'samples':
      return null;
    case 'ccitt':
    case 'jbig2': {
      const read = await codecs.readBilevel(width, height, source);
      if (read.kind === 'unread') return null;
      const values = unpackBits(samplesFromBitmap(read.bitmap), width, height, 1);
      return { width, height, components: 1, values, highest: 1 };
    }
    case 'dct':
      return dctSamples(source, codecs);
    case 'jpx':
      return jpxSamples(source.data, color.kind === 'samples' && color.space.kind === 'Indexed', codecs);
  }
}

async function dctSamples(
  { jpeg, colorTransform }: Extract<ImageSource, { kind: 'dct' }>,
  codecs: ImageCodecs,
): Promise<Samples | null> {
  const components = readDctHeader(jpeg)?.components.length;
  const raster =
    components === 4
      ? decodeJpeg4(jpeg, colorTransform)
      : components === 1 || components === 3
        ? await codecs.dct.decode(jpeg, components)
        : null;
  if (raster === null) return null;
  const { width, height, channels, samples } = raster;
  return { width, height, components: channels, values: samples, highest: 255 };
}

async function jpxSamples(
  data: Uint8Array,
  isIndexed: boolean,
  codecs: ImageCodecs,
): Promise<Samples | null> {
  const header = readJpxHeader(data);
  // Readers apply a palette inside of the data, unless the dictionary has one.
  if (header?.obstacle === 'palette' && !isIndexed) return null;
  const components = header?.components ?? 0;
  const wanted = components >= 3 ? 3 : 1;
  const decoded = await codecs.decodeJpx(data, components === 4 && header?.opacity === false ? 4 : wanted, 0);
  if (decoded === null) return null;
  const { width, height, samples, bitsPerComponent } = decoded;
  const values =
    samples instanceof Uint8Array
      ? samples
      : Uint8Array.from(samples, (value) => value >> (bitsPerComponent - 8));
  const highest = samples instanceof Uint8Array ? 2 ** bitsPerComponent - 1 : 255;
  return { width, height, components: decoded.components, values, highest };
}

/** Mean of the visible components in each field, then their color on white. */
function reduced(samples: Samples, toRgb: ToRgb, opacity: Opacity | null, cells: number): Thumbnail {
  const { width, height, components, highest } = samples;
  const means = opacity === null ? gridOf(samples, ...cellsOf(width, height, cells)) : null;
  const { sums, counts, seen } = means === null ? fieldsThrough(samples, opacity!) : fieldsOf(means);
  const light = new Float64Array(FIELDS * FIELDS);
  const colors: Oklab[] = [];
  const mean: number[] = new Array(components).fill(0);
  let [shares, all] = [0, 0];
  for (const [field, count] of counts.entries()) {
    for (let component = 0; component < components; component += 1)
      mean[component] = sums[field * components + component]! / seen[field]! / highest;
    const share = seen[field]! / count;
    const color = seen[field] === 0 ? WHITE : toRgb(mean);
    const white = 255 * (1 - share);
    const onWhite: Rgb = [color[0] * share + white, color[1] * share + white, color[2] * share + white];
    light[field] = lumaOf(onWhite);
    if (components > 1) colors.push(oklabOf(onWhite));
    shares += seen[field]!;
    all += count;
  }
  const isFine = Math.min(width, height) >= FEWEST_CELLS * CELL_PIXELS;
  return {
    light,
    colors: components > 1 ? colors : GRAY_FIELDS,
    opacity: shares / all,
    pixels: Math.min(width, height),
    ...(means !== null && isFine ? { fine: mapped(means, (cell) => lumaOf(toRgb(cell)), 1 / highest) } : {}),
  };
}

const GRAY_FIELDS: readonly Oklab[] = Array.from({ length: FIELDS * FIELDS }, () => [0, 0, 0]);
const WHITE: Rgb = [255, 255, 255];

interface Fields {
  /** Sums of each component in each field. */
  readonly sums: ArrayLike<number>;
  /** Pixels per field. */
  readonly counts: Float64Array;
  /** Sum of their opacity. */
  readonly seen: Float64Array;
}

/** For a fully opaque image. */
function fieldsOf(means: Grid): Fields {
  const { values } = coarserGrid(means, { columns: FIELDS, rows: FIELDS });
  const counts = new Float64Array(FIELDS * FIELDS).fill(1);
  return { sums: values, counts, seen: counts };
}

/** For an image with opacity. */
function fieldsThrough({ width, height, components, values, highest }: Samples, opacity: Opacity): Fields {
  const sums = new Float64Array(FIELDS * FIELDS * components);
  const counts = new Float64Array(FIELDS * FIELDS);
  const seen = new Float64Array(FIELDS * FIELDS);
  const across = steps(width, opacity.width);
  const down = steps(height, opacity.height);
  for (let y = 0; y < down.count; y += 1) {
    const row = down.pixels[y]! * width;
    const maskRow = down.mask[y]! * opacity.width;
    const fieldRow = down.fields[y]! * FIELDS;
    for (let x = 0; x < across.count; x += 1) {
      const field = fieldRow + across.fields[x]!;
      const at = (row + across.pixels[x]!) * components;
      const alpha = opacity.seen[maskRow + across.mask[x]!]! / opacity.highest;
      counts[field]! += 1;
      seen[field]! += alpha;
      for (let component = 0; component < components; component += 1) {
        const matte = opacity.matte?.[component];
        const value = values[at + component]!;
        sums[field * components + component]! +=
          matte === undefined ? value * alpha : value - matte * highest * (1 - alpha);
      }
    }
  }
  return { sums, counts, seen };
}

interface Steps {
  readonly count: number;
  /** Per step: pixel, mask pixel, and field. */
  readonly pixels: Int32Array;
  readonly mask: Int32Array;
  readonly fields: Int32Array;
}

/** Steps along one side: each pixel once, or repeated if there are fewer pixels than fields. */
function steps(length: number, maskLength: number): Steps {
  const count = Math.max(length, FIELDS);
  const scaled = (to: number) =>
    Int32Array.from({ length: count }, (_, step) => Math.floor((step * to) / count));
  return { count, pixels: scaled(length), mask: scaled(maskLength), fields: scaled(FIELDS) };
}
