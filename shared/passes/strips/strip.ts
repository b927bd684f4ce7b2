import type { Drawn } from '../../pdf/content/image-runs.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';

/** A picture with where it is drawn. */
export interface Strip {
  /** In the resources of the content; empty of an inline image. */
  readonly name: string;
  readonly draw: Drawn;
  readonly image: ImageXObject;
  /** How its pixels can be joined to those of others. */
  readonly form: PixelForm;
  /** All that its dictionary says of how its pixels are shown. */
  readonly meaning: string;
  /** Pixels across and down at which others can follow it: blocks of a JPEG stay whole. */
  readonly unit: { readonly width: number; readonly height: number };
}

/** One bit a pixel in any codec; samples in byte filters; coefficients. */
export type PixelForm = 'bits' | 'samples' | 'dct';

/** A strip or tile with its place in the whole: pixels from the upper left corner. */
export interface Part extends Strip {
  readonly left: number;
  readonly top: number;
}

export type Point = readonly [number, number];
