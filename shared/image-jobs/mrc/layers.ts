import type { EncodedImage } from '../encoded-image.ts';

/** Layers of a scanned page: the background, regions with a higher resolution, and the inks. */
export interface PageLayers {
  /** The whole page without its flat inks; one pixel if it is uniform. */
  readonly paper: EncodedImage;
  readonly regions: readonly PictureRegion[];
  readonly inks: readonly ForegroundLayer[];
}

/** An image region, in fractions of the page's width and height; `y` is its lower edge, from the bottom. */
export interface PictureRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly image: EncodedImage;
}

/** One ink; at low resolution, its edges come first, in a paler tone. */
export interface ForegroundLayer {
  readonly tones: readonly ForegroundColorLayer[];
}

export interface ForegroundColorLayer {
  /** One pixel of the color. */
  readonly color: EncodedImage;
  /** One-bit mask of the page's size, 0 for ink. */
  readonly mask: EncodedImage;
}

/** Bytes of an object besides its data: dictionary, reference and draw operation. */
const OBJECT_BYTES = 190;

/** Returns the layer that determines the resolution of letters. */
export function sharpestOf({ paper, inks }: PageLayers): EncodedImage {
  return inks[0]?.tones[0]?.mask ?? paper;
}

/** Approximate bytes of all layers in the file. */
export function layerBytes({ paper, regions, inks }: PageLayers): number {
  const images = [
    paper,
    ...regions.map(({ image }) => image),
    ...inks.flatMap(({ tones }) => tones.flatMap(({ color, mask }) => [color, mask])),
  ];
  return images.reduce((sum, { data }) => sum + data.bytes.length + OBJECT_BYTES, OBJECT_BYTES);
}
