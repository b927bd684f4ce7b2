import { readJpxHeader } from '../../codecs/jpx/header.ts';
import type { ImageSource, SampleSpace } from '../../image-jobs/types.ts';
import { type ColorSpace, componentCount } from '../../pdf/image/colorspace.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { Surroundings } from './collect.ts';

/** Operations that an image's color space, depth and `/Decode` allow on its samples. */

/** Returns the color space as the codecs need it. */
export function sampleSpace({ color }: ImageXObject, around: Surroundings, source: ImageSource): SampleSpace {
  if (color.kind === 'stencil') return { kind: 'other', components: 1 };
  const { space } = color;
  if (source.kind === 'jpx' && source.hasOwnSpace) return ownSpace(source.data);
  switch (family(space)) {
    case 'gray':
      return { kind: 'gray' };
    case 'rgb':
      return { kind: 'rgb', mayBecomeGray: space.kind === 'DeviceRGB' && around.grayIsRgb };
    case 'cmyk':
      return { kind: 'cmyk' };
    case 'channels': {
      const components = componentCount(space);
      if (components === 3 || components === 4) return { kind: 'channels', components };
      return { kind: 'inks', components: components ?? 0 };
    }
    case 'other':
      break;
  }
  if (space.kind !== 'Indexed') return { kind: 'other', components: componentCount(space) ?? 0 };
  const entryBytes = componentCount(space.base) ?? 1;
  return {
    kind: 'indexed',
    base: indexedBase(space.base),
    entryBytes,
    table: space.table.subarray(0, space.given * entryBytes),
  };
}

/** Only these two have an equivalent device space that a dictionary can name. */
function ownSpace(jpx: Uint8Array): SampleSpace {
  const header = readJpxHeader(jpx);
  if (header?.colorSpace === 'gray') return { kind: 'gray' };
  if (header?.colorSpace === 'sRGB') return { kind: 'rgb', mayBecomeGray: false };
  return { kind: 'other', components: header?.components ?? 0 };
}

function indexedBase(base: ColorSpace): 'gray' | 'rgb' | 'other' {
  if (isPlainOnlyInImages(base)) return 'other';
  const kind = family(base);
  return kind === 'gray' || kind === 'rgb' ? kind : 'other';
}

/**
 * PDFium shows CalRGB image samples uncalibrated but palette colors calibrated, and so it does for samples
 * converted to fit a byte; therefore they stay.
 */
function isPlainOnlyInImages({ kind }: ColorSpace): boolean {
  return kind === 'CalRGB';
}

/** PDFium assumes this range for 8-bit Lab, whatever the dictionary says, but respects it at other depths. */
const LAB_OF_BYTES = [-128, 127, -128, 127];

/** True if its colors would look different at 8 bits. */
export function hasDepthOfItsOwn({ bits, color }: ImageXObject): boolean {
  if (bits === 8 || color.kind === 'stencil') return false;
  const { space } = color;
  if (isPlainOnlyInImages(space)) return bits * 3 <= 8;
  return space.kind === 'Lab' && space.range.some((limit, index) => limit !== LAB_OF_BYTES[index]);
}

/** True without a `/Decode` that changes components, if a palette looks the same as direct samples. */
export function mayChangeSpace(image: ImageXObject, space: SampleSpace, source: ImageSource): boolean {
  if (image.decode.kind !== 'default' || space.kind === 'channels' || space.kind === 'inks') return false;
  if (image.color.kind === 'samples' && isPlainOnlyInImages(image.color.space)) return false;
  return !(source.kind === 'jpx' && source.hasOwnSpace);
}

/** Color family of the samples, for which averaging is valid. */
function family(space: ColorSpace): 'gray' | 'rgb' | 'cmyk' | 'channels' | 'other' {
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
    // Amounts of one colorant.
    case 'Separation':
      return 'gray';
    case 'DeviceRGB':
    case 'CalRGB':
      return 'rgb';
    case 'DeviceCMYK':
      return 'cmyk';
    case 'Lab':
      return 'channels';
    case 'DeviceN':
      return space.components === 1 ? 'gray' : 'channels';
    case 'ICCBased':
      if (space.components === 1 && space.data === 'gray') return 'gray';
      if (space.components === 3 && space.data === 'rgb') return 'rgb';
      return space.components === 4 && space.data === 'cmyk' ? 'cmyk' : 'other';
    default:
      return 'other';
  }
}

/** True if `/Decode` amplifies differences between samples, and losses with them, or the space is not comparable. */
export function isStretched({ decode, color }: ImageXObject): boolean {
  if (decode.kind !== 'linear' || color.kind === 'stencil') return false;
  const { space } = color;
  const components = componentCount(space);
  if (space.kind === 'Indexed' || components === null || decode.ranges.length !== components * 2) return true;
  const usual = space.kind === 'Lab' ? [0, 100, ...space.range] : Array(components).fill([0, 1]).flat();
  const extent = (ranges: readonly number[], component: number) =>
    Math.abs(ranges[component * 2 + 1]! - ranges[component * 2]!);
  return Array.from({ length: components }, (_, component) => component).some(
    (component) => extent(decode.ranges, component) > extent(usual, component),
  );
}
