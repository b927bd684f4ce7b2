import type { Raster } from '../../codecs/pixels/raster.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import { lumaOf, type Plane } from '../../codecs/scans/planes.ts';

/** A scanned page as input of the separation. */
export interface ScannedPage {
  /** Gray or RGB. */
  readonly raster: Raster;
  /** Pixels of the raster and of the masks per inch. */
  readonly dpi: number;
  readonly luma: Plane;
}

/** Above, a page is averaged: scanners blur letters by more than a pixel there, and each pixel costs readers time. */
const MAX_DPI = 330;
const AVERAGED_DPI = 300;

/** Returns the number of mask pixels, which determines memory and time. */
export function maskPixels({ width, height }: Pick<Raster, 'width' | 'height'>, dpi: number): number {
  return dpi > MAX_DPI ? width * height * (AVERAGED_DPI / dpi) ** 2 : width * height;
}

/** @param dpi at which the raster is drawn */
export function scannedPage(given: Raster, dpi: number): ScannedPage {
  const raster = dpi > MAX_DPI ? shrunk(given, AVERAGED_DPI / dpi) : given;
  const luma = { width: raster.width, height: raster.height, levels: lumaOf(raster) };
  return { raster, dpi: (dpi * raster.width) / given.width, luma };
}

function shrunk(raster: Raster, factor: number): Raster {
  return downsample(raster, Math.round(raster.width * factor), Math.round(raster.height * factor));
}
