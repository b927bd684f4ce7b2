import type { DeferredEncoding } from '../codecs/deferred-encoding.ts';
import { firstChannel, isExactlyGray, type Raster } from '../codecs/pixels/raster.ts';
import { smallerDraft } from './choice.ts';
import { type EncodedImage, encodedBytes } from './encoded-image.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { mayBecomeGray, type RecodeJob } from './types.ts';

/**
 * Returns the exact form, or the same samples as reversible JPEG 2000 if the job allows that and it is smaller. The
 * Flate data is only finished if it may win, so that a photograph is not packed twice.
 */
export async function withJpx(
  job: RecodeJob,
  raster: Raster,
  exact: DeferredEncoding<EncodedImage>,
  codecs: ImageCodecs,
): Promise<DeferredEncoding<EncodedImage>> {
  if (job.settings.mayBecomeJpx !== true || raster.channels === 4) return exact;
  const encode = await codecs.jpxEncoder();
  return {
    get about() {
      return exact.about;
    },
    finish: () => {
      const jpx = jpxImage(job, raster, encode);
      if (jpx === null) return exact.finish();
      return smallerDraft({ about: encodedBytes(jpx), finish: () => jpx }, exact).finish();
    },
  };
}

function jpxImage(
  job: RecodeJob,
  raster: Raster,
  encode: (raster: Raster) => Uint8Array | null,
): EncodedImage | null {
  const { width, height } = raster;
  const isOneOfThree = job.space.kind === 'rgb' && raster.channels === 1;
  const becomesGray = mayBecomeGray(job) && raster.channels === 3 && isExactlyGray(raster);
  const bytes = encode(becomesGray ? firstChannel(raster) : raster);
  if (bytes === null) return null;
  const space = { kind: becomesGray || isOneOfThree ? 'DeviceGray' : 'same' } as const;
  return { width, height, bits: 8, space, data: { kind: 'jpx', bytes } };
}
