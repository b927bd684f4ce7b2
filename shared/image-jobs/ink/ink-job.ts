import { codingOf } from '../../codecs/jbig2/coding.ts';
import { type EncodedImage, type EncodedSpace, encodedBytes } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { layerBytes } from '../mrc/layers.ts';
import type { PageContext } from '../mrc/page-context.ts';
import { isTooLarge, type ScanIntake } from '../mrc/scan-intake.ts';
import { paperSettings } from '../mrc/separation-job.ts';
import {
  type ImageJobResult,
  type ImageResult,
  mayBecomeGray,
  type RecodeJob,
  type ReplacedImage,
  type SeparatedPage,
} from '../types.ts';
import { encodeInk, type InkPage, inkLayers } from './ink-page.ts';

interface OtherForms {
  /** The page's ordinary form. */
  readonly plain: ImageResult;
  /** That, or the page with separated text: the smaller form wins. */
  readonly other: ImageJobResult;
}

/** Returns a page of one bit, or the other result with the reason why not. */
export async function inkResult(
  job: RecodeJob,
  { plain, other }: OtherForms,
  dpi: number,
  { scan, savesEnough }: PageContext,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  if (isTooLarge(job, job.width * job.height)) return { ...other, notInk: 'unsuitable-size' };
  const intake = await scan();
  if (intake.kind === 'refused') return { ...other, notInk: intake.reason };
  const { raster, space } = intake;
  const image = plain.kind === 'replaced' ? plain.image : null;
  const pictures = paperSettings(job, image, dpi, space);
  const made = await encodeInk({ scan: raster, dpi, pictures, coding: codingOf(job.settings.jbig2) }, codecs);
  if (made.kind === 'refused') return { ...other, notInk: made.reason };
  const result = formOf(made.page, job, intake);
  const bytes = result.kind === 'layers' ? layerBytes(result.layers) : encodedBytes(result.image);
  if (!(await savesEnough(bytes))) return { ...other, notInk: 'not-smaller' };
  if (other.kind === 'layers' && layerBytes(other.layers) <= bytes)
    return { ...other, notInk: 'mrc-smaller' };
  const notSeparated = other.kind === 'layers' ? 'ink-smaller' : other.notSeparated;
  return notSeparated === undefined ? result : { ...result, notSeparated };
}

/** A page of ink alone is one image; with pictures it has layers. */
function formOf(page: InkPage, job: RecodeJob, { raster, space }: ScanIntake): SeparatedPage | ReplacedImage {
  const inkPictures = page.pictures.length;
  const spaceOfBits = inkPictures === 0 ? bitSpace(job, space) : null;
  if (spaceOfBits === null) return { kind: 'layers', layers: inkLayers(page, raster, space), inkPictures };
  const { width, height } = raster;
  const image: EncodedImage = {
    width,
    height,
    bits: 1,
    space: spaceOfBits,
    data: { kind: 'jbig2', bytes: page.ink },
  };
  return { kind: 'replaced', image, inkPictures };
}

/** Returns a space in which 0 is black and 1 white; null if that needs layers. */
function bitSpace(job: RecodeJob, space: EncodedSpace): EncodedSpace | null {
  const isGray = space.kind === 'DeviceGray' || (space.kind === 'same' && job.space.kind === 'gray');
  if (isGray) return space;
  if (mayBecomeGray(job)) return { kind: 'DeviceGray' };
  return space.kind === 'same' && job.settings.mayChangeSpace ? BLACK_AND_WHITE : null;
}

const BLACK_AND_WHITE: EncodedSpace = {
  kind: 'Indexed',
  table: Uint8Array.of(0, 0, 0, 255, 255, 255),
  entryBytes: 3,
};
