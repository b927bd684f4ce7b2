import type { Bitmap } from '../../codecs/bitmap.ts';
import type { AdaptivePixel, RowPrediction, TemplateId } from '../../codecs/jbig2/generic-region.ts';
import { PlainMqEncoder } from './plain-mq-encoder.ts';

/**
 * Figures 3 to 6 of T.88: the pixels of each template by `dx` and `dy`, from the lowest bit of the context
 * up; a number refers to that adaptive pixel, A1 being 0.
 */
const TEMPLATES: Readonly<Record<TemplateId, readonly (readonly [dx: number, dy: number] | number)[]>> = {
  0: [
    [-1, 0],
    [-2, 0],
    [-3, 0],
    [-4, 0],
    0,
    [2, -1],
    [1, -1],
    [0, -1],
    [-1, -1],
    [-2, -1],
    1,
    2,
    [1, -2],
    [0, -2],
    [-1, -2],
    3,
  ],
  1: [
    [-1, 0],
    [-2, 0],
    [-3, 0],
    0,
    [2, -1],
    [1, -1],
    [0, -1],
    [-1, -1],
    [-2, -1],
    [2, -2],
    [1, -2],
    [0, -2],
    [-1, -2],
  ],
  2: [[-1, 0], [-2, 0], 0, [1, -1], [0, -1], [-1, -1], [-2, -1], [1, -2], [0, -2], [-1, -2]],
  3: [[-1, 0], [-2, 0], [-3, 0], [-4, 0], 0, [1, -1], [0, -1], [-1, -1], [-2, -1], [-3, -1]],
};

/** Figures 8 to 11, with bits as above: context of the bit for a row equal to the previous one. */
const TYPICAL: Readonly<Record<TemplateId, number>> = { 0: 0x9b25, 1: 0x0795, 2: 0x00e5, 3: 0x0195 };

/** A generic region (T.88, 6.2) coded pixel by pixel; `encodeRows` must equal it. */
export function plainRegion(
  bitmap: Bitmap,
  from: number,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
  prediction: RowPrediction,
): Uint8Array {
  const { width, height, data } = bitmap;
  const stride = Math.ceil(width / 8);
  const pixel = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width ? 0 : (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
  const places = TEMPLATES[template].map((place) => {
    if (typeof place !== 'number') return place;
    const { dx, dy } = adaptive[place]!;
    return [dx, dy] as const;
  });
  const encoder = new PlainMqEncoder();
  const isLikeAbove = (y: number) =>
    Array.from({ length: width }, (_, x) => x).every((x) => pixel(x, y) === pixel(x, y - 1));
  let wasTypical = false;
  for (let y = from; y < height; y += 1) {
    if (prediction === 'typical') {
      const isTypical = isLikeAbove(y);
      encoder.encode(TYPICAL[template], isTypical === wasTypical ? 0 : 1);
      wasTypical = isTypical;
      if (isTypical) continue;
    }
    for (let x = 0; x < width; x += 1) {
      const context = places.reduce((bits, [dx, dy], index) => bits | (pixel(x + dx, y + dy) << index), 0);
      encoder.encode(context, pixel(x, y));
    }
  }
  return encoder.finish();
}
