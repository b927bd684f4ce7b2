import { expect, test } from 'vitest';
import type { ImageCodecs } from '../image-codecs.ts';
import type { AlphaGuide, ImageResult, RecodeJob } from '../types.ts';
import { pageContext } from './page-context.ts';
import { separatedResult } from './separation-job.ts';

const KEPT: ImageResult = { kind: 'kept', reason: 'not-smaller' };
/** A small picture: it would be refused by its size if nothing else spoke against it. */
const SMALL = {
  width: 4,
  height: 4,
  bits: 8,
  space: { kind: 'gray' },
  settings: { mayBecomeJpeg: true, quality: 60 },
  refusal: null,
  matte: null,
  alpha: null,
  gray: null,
};
const mask = (levels: readonly number[], bits = 8): AlphaGuide =>
  ({
    width: 2,
    height: 1,
    bits,
    inverted: false,
    source: { kind: 'samples', rows: Uint8Array.from(levels) },
  }) as unknown as AlphaGuide;

test.each<[string, object, string]>([
  ['nothing but its size', {}, 'unsuitable-size'],
  ['a mask that hides nothing', { alpha: mask([255, 255]) }, 'unsuitable-size'],
  ['a mask that hides something', { alpha: mask([255, 254]) }, 'unsuitable-image'],
  ['a mask that cannot be read', { alpha: mask([255]) }, 'unsuitable-image'],
  ['a mask with its color in it', { matte: [0] }, 'unsuitable-image'],
  ['another space', { space: { kind: 'cmyk' } }, 'unsuitable-image'],
  ['that nothing may be lost', { settings: { mayBecomeJpeg: true, quality: 100 } }, 'lossless'],
])('a picture with %s is not separated', async (_, parts, reason) => {
  const job = { ...SMALL, ...parts } as unknown as RecodeJob;
  const codecs = {} as ImageCodecs;
  const context = pageContext(job, KEPT, async () => KEPT, codecs);
  expect(await separatedResult(job, KEPT, 300, context, codecs)).toEqual({ ...KEPT, notSeparated: reason });
});
