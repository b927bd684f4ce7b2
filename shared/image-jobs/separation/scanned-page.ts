import type { Raster } from '../../codecs/pixels/raster.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import { doubled, lumaOf, type Plane } from '../../codecs/scans/planes.ts';

/** A scanned page as the separator looks at it. */
export interface ScannedPage {
  /** Gray or RGB. */
  readonly raster: Raster;
  /** Pixels of the raster per inch of the page. */
  readonly dpi: number;
  readonly luma: Plane;
  /** The luma at the resolution of the masks: `scale` pixels for each pixel of the raster, along both axes. */
  readonly fine: Plane;
  readonly scale: 1 | 2;
}

/** Above, a page is averaged: scanners blur letters by more than a pixel there, and readers pay for each pixel. */
const MOST_DPI = 330;
const AVERAGED_DPI = 300;
/** Below, letters have so few pixels that hard edges show as steps: masks get twice as many. */
const DOUBLED_DPI = 251;

/** Pixels that the masks of a page will have, which is what it takes of memory and time. */
export function maskPixels({ width, height }: Pick<Raster, 'width' | 'height'>, dpi: number): number {
  if (dpi > MOST_DPI) return width * height * (AVERAGED_DPI / dpi) ** 2;
  return dpi < DOUBLED_DPI ? width * height * 4 : width * height;
}

/** @param dpi at which the raster is drawn */
export function scannedPage(given: Raster, dpi: number): ScannedPage {
  const raster = dpi > MOST_DPI ? shrunk(given, AVERAGED_DPI / dpi) : given;
  const own = (dpi * raster.width) / given.width;
  const luma = { width: raster.width, height: raster.height, levels: lumaOf(raster) };
  const isDoubled = own < DOUBLED_DPI;
  return { raster, dpi: own, luma, fine: isDoubled ? doubled(luma) : luma, scale: isDoubled ? 2 : 1 };
}

function shrunk(raster: Raster, factor: number): Raster {
  return downsample(raster, Math.round(raster.width * factor), Math.round(raster.height * factor));
}
