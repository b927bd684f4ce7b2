import { readJpxHeader } from '../../codecs/jpx/header.ts';
import type { ImageSource, SampleSpace } from '../../image-jobs/types.ts';
import { type ColorSpace, componentCount } from '../../pdf/image/colorspace.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { Surroundings } from './collect.ts';

/** What an image's colour space, depth and `/Decode` allow to be done with its samples. */

/** What the codecs are told of its colour space. */
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

/** Only these two have a device space of the same meaning that a dictionary can name. */
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
 * PDFium shows colours of CalRGB as they are where they are samples of an image, and as calibrated where they are in a
 * palette, as it makes of samples that fit a byte too; so they stay what they are.
 */
function isPlainOnlyInImages({ kind }: ColorSpace): boolean {
  return kind === 'CalRGB';
}

/** PDFium takes Lab of 8 bits for one of this range, whatever the dictionary says, and of other depths for what it is. */
const LAB_OF_BYTES = [-128, 127, -128, 127];

/** Its colours would be shown in another way at 8 bits. */
export function hasDepthOfItsOwn({ bits, color }: ImageXObject): boolean {
  if (bits === 8 || color.kind === 'stencil') return false;
  const { space } = color;
  if (isPlainOnlyInImages(space)) return bits * 3 <= 8;
  return space.kind === 'Lab' && space.range.some((limit, index) => limit !== LAB_OF_BYTES[index]);
}

/** No `/Decode` speaks of the components as they are, and a palette shows the same as what it holds. */
export function mayChangeSpace(image: ImageXObject, space: SampleSpace, source: ImageSource): boolean {
  if (image.decode.kind !== 'default' || space.kind === 'channels' || space.kind === 'inks') return false;
  if (image.color.kind === 'samples' && isPlainOnlyInImages(image.color.space)) return false;
  return !(source.kind === 'jpx' && source.hasOwnSpace);
}

/** Whether samples are amounts of light, of red, green and blue, or of anything else, so that averaging suits them. */
function family(space: ColorSpace): 'gray' | 'rgb' | 'cmyk' | 'channels' | 'other' {
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
    // Amounts of one colourant.
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

/** A `/Decode` that makes more of a difference between samples than they have, and of a loss; or is of another space. */
export function isStretched({ decode, color }: ImageXObject): boolean {
  if (decode.kind !== 'linear' || color.kind === 'stencil') return false;
  const { space } = color;
  const components = componentCount(space);
  if (space.kind === 'Indexed' || components === null || decode.ranges.length !== components * 2) return true;
  const usual = space.kind === 'Lab' ? [0, 100, ...space.range] : Array(components).fill([0, 1]).flat();
  const extent = (ranges: readonly number[], component: number) =>
    Math.abs(ranges[component * 2 + 1] - ranges[component * 2]);
  return Array.from({ length: components }, (_, component) => component).some(
    (component) => extent(decode.ranges, component) > extent(usual, component),
  );
}
