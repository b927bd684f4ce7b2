import { clearPadding } from '../../codecs/bitmap.ts';
import { joinedJpeg } from '../../codecs/dct/joined.ts';
import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { copyRows } from '../../codecs/pixels/copy-rows.ts';
import { decodeStream, filterSteps } from '../../pdf/filter/filters.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import type { WorkContext } from '../work-context.ts';
import { isFewColored } from './colors.ts';
import type { Mosaic } from './mosaic.ts';
import type { Part } from './strip.ts';
import { softMaskImage, stripImage } from './strip-images.ts';

type Context = Pick<WorkContext, 'limits' | 'options'>;

/** Images of one mosaic, or its soft masks. */
export type Layer = Pick<Mosaic, 'strips' | 'width' | 'height'>;

/** A layer encoded as one image. */
export interface JoinedPixels {
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly params: PDFDict | null;
  readonly data: Uint8Array;
}

/** Returns the soft masks of a mosaic, cut like it; null if it has none. */
export function maskLayer({ strips, width, height }: Layer): Layer | null {
  const masks = strips.flatMap((part): Part[] => {
    const image = softMaskImage(part.image);
    const mask = image === null ? null : stripImage(image);
    return mask === null ? [] : [{ ...part, ...mask }];
  });
  return masks.length === strips.length ? { strips: masks, width, height } : null;
}

/** Null if a part cannot be decoded completely, or if one image would be larger than its parts. */
export function joinedPixels(layer: Layer, ctx: Context): JoinedPixels | null {
  return layer.strips[0]!.form === 'dct' ? joinedCoefficients(layer, ctx) : joinedSamples(layer, ctx);
}

function joinedCoefficients({ strips, width, height }: Layer, { options }: Context): JoinedPixels | null {
  const parts = strips.map(({ image, left, top }) => ({ jpeg: image.stream.contents, left, top }));
  const data = joinedJpeg(parts, { width, height }, options);
  const params = filterSteps(strips[0]!.image.stream.dict)?.[0]?.params ?? null;
  return data === null ? null : { filter: 'DCTDecode', params, data };
}

function joinedSamples(layer: Layer, ctx: Context): JoinedPixels | null {
  const rows: Uint8Array[] = [];
  for (const { image } of layer.strips) {
    const own = sampleRows(image, ctx);
    if (own === null) return null;
    rows.push(own);
  }
  const joined = joinedRows(layer, rows);
  if (losesPalettes(layer, rows, joined)) return null;
  return { filter: 'FlateDecode', params: null, data: deflate(joined, TRIAL_LEVEL) };
}

/** Returns rows of samples without trailing bytes; null if some are missing. */
export function sampleRows(image: ImageXObject, { limits }: Pick<WorkContext, 'limits'>): Uint8Array | null {
  const bytes = strideOf(image, image.width) * image.height;
  if (bytes > limits.streamBytes) return null;
  const decoded = decodeStream(image.stream, limits.streamBytes, bytes);
  if (decoded.kind !== 'bytes' || decoded.damaged || decoded.bytes.length < bytes) return null;
  return decoded.bytes.subarray(0, bytes);
}

export function pixelBits({ bits, color }: ImageXObject): number {
  return bits * (color.kind === 'stencil' ? 1 : (componentCount(color.space) ?? 1));
}

function strideOf(image: ImageXObject, width: number): number {
  return Math.ceil((width * pixelBits(image)) / 8);
}

/** Joins the rows of all parts to those of one image. */
export function joinedRows({ strips, width, height }: Layer, rows: readonly Uint8Array[]): Uint8Array {
  const { image } = strips[0]!;
  const bits = pixelBits(image);
  const stride = strideOf(image, width);
  const bytes = new Uint8Array(stride * height);
  // Gaps between stencil parts are not painted: "a sample value of 1 shall leave the previous contents" (8.9.6.2).
  if (image.color.kind === 'stencil' && image.decode.kind === 'default') bytes.fill(255);
  const whole = { bytes, stride };
  for (const [index, part] of strips.entries()) {
    const from = { bytes: rows[index]!, stride: strideOf(part.image, part.image.width) };
    const place = {
      bits: part.image.width * bits,
      rows: part.image.height,
      bit: part.left * bits,
      row: part.top,
    };
    copyRows(from, whole, place);
  }
  if (bits === 1) clearPadding(bytes, width, height);
  return bytes;
}

/** Returns whether most of the image would lose the small palettes of its parts. */
function losesPalettes(
  { strips, width, height }: Layer,
  rows: readonly Uint8Array[],
  joined: Uint8Array,
): boolean {
  const { image } = strips[0]!;
  if (image.bits !== 8 || pixelBits(image) < 24 || isFewColored(joined, pixelBits(image) / 8)) return false;
  const pixels = strips.reduce(
    (sum, part, index) =>
      isFewColored(rows[index]!, pixelBits(image) / 8) ? sum + part.image.width * part.image.height : sum,
    0,
  );
  return pixels * 2 > width * height;
}
