import { codingOf } from '../../codecs/jbig2/coding.ts';
import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../../codecs/jpeg/format/quality.ts';
import { firstChannel, type Raster } from '../../codecs/pixels/raster.ts';
import type { MrcRefusal } from '../../report.ts';
import type { EncodedImage, EncodedSpace } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import type { ImageJobResult, ImageResult, RecodeJob } from '../types.ts';
import type { PaperSettings } from './background/paper-layers.ts';
import type { PageContext } from './page-context.ts';
import { isTooLarge } from './scan-intake.ts';
import { maskPixels } from './scanned-page.ts';
import { encodeMrc, type MrcResult } from './separate.ts';

/** Finer background images show nothing more. */
const MAX_PAPER_DPI = 200;

/** Returns the layers of a separable page image, or its ordinary result with the reason why not. */
export async function separatedResult(
  job: RecodeJob,
  result: ImageResult,
  dpi: number,
  context: PageContext,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  const separation = await runSeparation(job, result, dpi, context, codecs);
  return separation.kind === 'refused'
    ? { ...result, notSeparated: separation.reason }
    : { kind: 'layers', layers: separation.layers };
}

function refused(reason: MrcRefusal) {
  return { kind: 'refused', reason } as const;
}

async function runSeparation(
  job: RecodeJob,
  result: ImageResult,
  dpi: number,
  { scan, savesEnough }: PageContext,
  codecs: ImageCodecs,
): Promise<MrcResult> {
  if (isTooLarge(job, maskPixels(job, dpi))) return refused('unsuitable-size');
  const intake = await scan();
  if (intake.kind === 'refused') return intake;
  const { raster, space } = intake;
  const image = result.kind === 'replaced' ? result.image : null;
  const decoded = image === null ? null : await lookOf(image, codecs);
  const look = inChannels(decoded ?? raster, raster.channels);
  return encodeMrc(
    {
      scan: raster,
      dpi,
      look,
      savesEnough,
      paper: paperSettings(job, image, dpi, space),
      masks: codingOf(job.settings.jbig2),
    },
    codecs,
  );
}

/** Settings equal to those of the page's ordinary form. */
export function paperSettings(
  { settings, target, width }: RecodeJob,
  image: EncodedImage | null,
  dpi: number,
  space: EncodedSpace,
): PaperSettings {
  const isJpeg = image?.data.kind === 'dct';
  const header = isJpeg ? readDctHeader(image.data.bytes) : null;
  const stored = header === null ? settings.quality : jpegQuality(header);
  const kept = isJpeg ? image.width : target.width;
  const luma = header?.components[0];
  const isFull = header?.components.every(
    ({ horizontal, vertical }) => horizontal === luma?.horizontal && vertical === luma.vertical,
  );
  return {
    quality: Math.min(settings.quality, stored),
    coarseQuality: settings.quality,
    chroma: isFull === true ? '4:4:4' : '4:2:0',
    dpi: Math.min(MAX_PAPER_DPI, (dpi * kept) / width),
    space,
  };
}

/** Null if it is no JPEG: then it is a lossless form of the scan. */
async function lookOf({ data }: EncodedImage, codecs: ImageCodecs): Promise<Raster | null> {
  if (data.kind !== 'dct') return null;
  const header = readDctHeader(data.bytes);
  const components = header?.components.length;
  return components === 1 || components === 3 ? codecs.dct.decode(data.bytes, components) : null;
}

/** A scan with equal channels is compared by one of them. */
function inChannels(look: Raster, channels: Raster['channels']): Raster {
  if (look.channels === channels) return look;
  if (channels === 1) return firstChannel(look);
  const samples = new Uint8Array(look.width * look.height * 3);
  for (let at = 0; at < samples.length; at += 1) samples[at] = look.samples[Math.trunc(at / 3)]!;
  return { ...look, channels: 3, samples };
}
