import { encodeFlate } from '../codecs/flate/flate-image.ts';
import { classify, isDetailed, pictureFacts } from '../codecs/pixels/classify.ts';
import { fillHidden } from '../codecs/pixels/hidden-color.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { downsample } from '../codecs/resample/resample.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { alphaRaster } from './masks/alpha.ts';
import { constantSample } from './masks/soft-mask.ts';
import { type ImageResult, kept, type RecodeJob } from './types.ts';

/**
 * Downsamples and deflates an image with more colorants than JPEG supports, or with two, each colorant
 * separately. Null if it keeps its size: it needs no downsampling, only a maximum resolution requires it and
 * some colorant has letters and lines, or it has other than 8 bits.
 */
export async function shrunkInks(
  job: RecodeJob,
  components: number,
  rows: Uint8Array,
  codecs: ImageCodecs,
): Promise<ImageResult | null> {
  const { bits, pixelLimit } = job;
  if (bits !== 8 || (job.target.width >= job.width && job.target.height >= job.height)) return null;
  const planes = planesOf(job, rows, components);
  const used = planes.filter((plane) => constantSample(plane) === null);
  const facts = used.map(pictureFacts);
  if (used.length === 0) return null;
  const target = facts.every((each) => classify(each) === 'continuous') ? job.target : pixelLimit;
  if (target === undefined) return null;

  const alpha = job.alpha === null ? null : await alphaRaster(job.alpha, codecs);
  const shrunk = planes.map((plane) =>
    downsample(alpha === null ? plane : fillHidden(plane, alpha), target.width, target.height),
  );
  const form = { width: target.width, height: target.height, bits: 8 } as const;
  const packed = encodeFlate({ ...form, colors: components, rows: interleaved(shrunk) });
  if (packed.bytes.length >= job.storedBytes) return kept('not-smaller');
  const predictorColors = packed.filtered ? components : null;
  return {
    kind: 'replaced',
    image: {
      ...form,
      space: { kind: 'same' },
      data: { kind: 'flate', bytes: packed.bytes, predictorColors },
    },
    lostDetail: facts.some(isDetailed),
  };
}

function planesOf(
  { width, height }: Pick<RecodeJob, 'width' | 'height'>,
  samples: Uint8Array,
  components: number,
): readonly Raster[] {
  return Array.from({ length: components }, (_, component) => {
    const plane = new Uint8Array(width * height);
    for (let to = 0, from = component; to < plane.length; to += 1, from += components)
      plane[to] = samples[from]!;
    return { width, height, channels: 1, samples: plane };
  });
}

function interleaved(planes: readonly Raster[]): Uint8Array {
  const out = new Uint8Array(planes[0]!.samples.length * planes.length);
  for (const [component, { samples }] of planes.entries()) {
    for (let from = 0, to = component; from < samples.length; from += 1, to += planes.length)
      out[to] = samples[from]!;
  }
  return out;
}
