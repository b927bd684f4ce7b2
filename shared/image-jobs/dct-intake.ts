import { decodeJpeg4 } from '../codecs/dct/cmyk-decode.ts';
import type { DctHeader } from '../codecs/jpeg/format/header.ts';
import { isTruncated } from '../codecs/jpeg/format/segments.ts';
import { type Raster, type RasterStream, wholeRaster } from '../codecs/pixels/raster.ts';
import type { SkipReason } from '../report.ts';
import type { ImageCodecs } from './image-codecs.ts';
import type { ImageSource, RecodeJob } from './types.ts';

export type DctSource = Extract<ImageSource, { kind: 'dct' }>;

/** Returns why a JPEG with this number of components must not, or cannot, be decoded; null if it can. */
export function dctRefusal(
  job: RecodeJob,
  source: DctSource,
  header: DctHeader,
  components: number | null,
): SkipReason | null {
  if (header.process === 'unsupported' || header.precision !== 8) return 'unsupported-jpeg';
  if (header.width !== job.width || header.height !== job.height) return 'damaged-data';
  if (components === null) return 'unsupported-color-space';
  if (header.components.length !== components) return 'unsupported-jpeg';
  if (components === 3 && isTransformUnclear(header, source.colorTransform)) return 'unsupported-jpeg';
  // Missing data would be filled with gray permanently.
  return isTruncated(source.jpeg) ? 'damaged-data' : null;
}

/**
 * Adobe's segment overrides `/ColorTransform`, whose default is YCbCr for three components (ISO 32000-2,
 * table 13); libjpeg checks JFIF first and looks at component names. Where the two rules differ, readers do
 * too.
 */
function isTransformUnclear(header: DctHeader, parameter: number | null): boolean {
  const isNamedRgb = header.components.map(({ id }) => String.fromCharCode(id)).join('') === 'RGB';
  const byLibjpeg = header.hasJfif ? 1 : (header.adobeTransform ?? (isNamedRgb ? 0 : 1));
  return (byLibjpeg === 0) !== (transformByStandard(header, parameter) === 0);
}

function transformByStandard(header: DctHeader, parameter: number | null): number {
  return header.adobeTransform ?? parameter ?? 1;
}

/** Returns whether the first of three components is luminance, for a JPEG that `dctRefusal` accepts. */
export function hasLuminance(header: DctHeader, { colorTransform }: DctSource): boolean {
  return header.components.length === 3 && transformByStandard(header, colorTransform) !== 0;
}

/** Returns the samples of DCTDecode; null if the data is damaged or of another size than the job. */
export function unpackedDct(
  job: RecodeJob,
  source: DctSource,
  components: number,
  codecs: ImageCodecs,
): Promise<Raster | null> {
  return usedDct(job, source, components, codecs, wholeRaster);
}

/** Returns the result of `use`, which may be called twice: a large image comes as rows, each only once. */
export async function usedDct<Made>(
  job: RecodeJob,
  source: DctSource,
  components: number,
  codecs: ImageCodecs,
  use: (picture: Raster | RasterStream) => Made,
): Promise<Made | null> {
  const ofRightSize = (picture: Raster | RasterStream) =>
    picture.width === job.width && picture.height === job.height ? use(picture) : null;
  if (components !== 4) return codecs.dct.decodeRows(source.jpeg, components === 1 ? 1 : 3, ofRightSize);
  const raster = decodeJpeg4(source.jpeg, source.colorTransform);
  return raster === null ? null : ofRightSize(raster);
}
