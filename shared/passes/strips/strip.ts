import type { Drawn } from '../../pdf/content/image-runs.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';

/** An image with its placement. */
export interface Strip {
  /** Resource name; empty for an inline image. */
  readonly name: string;
  readonly draw: Drawn;
  readonly image: ImageXObject;
  /** How its pixels can be joined with others. */
  readonly form: PixelForm;
  /** All dictionary entries about its appearance. */
  readonly meaning: string;
  /** Pixel grid at which another strip can follow: blocks of a JPEG stay whole. */
  readonly unit: { readonly width: number; readonly height: number };
}

/** One bit per pixel in any codec; samples in byte filters; coefficients. */
export type PixelForm = 'bits' | 'samples' | 'dct';

/** A strip or tile with its pixel position in the whole, from the upper left corner. */
export interface Part extends Strip {
  readonly left: number;
  readonly top: number;
}

export type Point = readonly [number, number];
