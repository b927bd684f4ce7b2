import type { EncodedImage } from '../encoded-image.ts';

/** A scanned page as it is drawn: the paper, pictures on it where it has not pixels enough, and the inks. */
export interface PageLayers {
  /** The whole page without its plain ink; of one pixel where it is flat. */
  readonly paper: EncodedImage;
  readonly regions: readonly PictureRegion[];
  readonly inks: readonly ForegroundLayer[];
}

/** A picture on the page, in parts of its width and height; `y` is that of the lower edge, from the page's lower one. */
export interface PictureRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly image: EncodedImage;
}

/** One ink, and where its pixels are few its edges before it, in a paler tone of their own. */
export interface ForegroundLayer {
  readonly tones: readonly ForegroundColorLayer[];
}

export interface ForegroundColorLayer {
  /** One pixel of the colour. */
  readonly color: EncodedImage;
  /** Where it is seen: 1 bit, as large as the page, 0 for ink. */
  readonly mask: EncodedImage;
}

/** Dictionary, reference and draw operation of an object: what each costs beside its data. */
const OBJECT_BYTES = 190;

/** The pixels that letters have now. */
export function sharpestOf({ paper, inks }: PageLayers): EncodedImage {
  return inks[0]?.tones[0]?.mask ?? paper;
}

/** Bytes of all layers in the file, about. */
export function layerBytes({ paper, regions, inks }: PageLayers): number {
  const images = [
    paper,
    ...regions.map(({ image }) => image),
    ...inks.flatMap(({ tones }) => tones.flatMap(({ color, mask }) => [color, mask])),
  ];
  return images.reduce((sum, { data }) => sum + data.bytes.length + OBJECT_BYTES, OBJECT_BYTES);
}
