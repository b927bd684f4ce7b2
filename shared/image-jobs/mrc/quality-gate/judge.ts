import type { TileFacts } from '../../../codecs/scans/tile-facts.ts';

/** Maximum loss of SSIM relative to the JPEG, or a sufficient absolute value; hard edges differ from blurred ones. */
const SSIM_LOSS = 0.1;
const SSIM_ENOUGH = 0.9;
/** Mean levels beyond those of the JPEG: SSIM reacts to lost paper grain, which is invisible. */
const GRAIN = 2;
const MAX_BRIGHTNESS = 12;
const MAX_DIFFERENCE = 34;
const MAX_HUE = 7;

/** Returns 1 for each tile that differs visibly although the JPEG's does not. */
export function badTiles(layers: TileFacts, jpeg: TileFacts): Uint8Array {
  return Uint8Array.from(layers.ssim, (ssim, tile) =>
    (ssim < Math.min(jpeg.ssim[tile]! - SSIM_LOSS, SSIM_ENOUGH) &&
      layers.difference[tile]! > jpeg.difference[tile]! + GRAIN) ||
    layers.brightness[tile]! > MAX_BRIGHTNESS ||
    layers.difference[tile]! > MAX_DIFFERENCE ||
    layers.hue[tile]! > Math.max(MAX_HUE, jpeg.hue[tile]! * 2 + 2)
      ? 1
      : 0,
  );
}

/** Levels, and SSIM relative to the JPEG: something was lost or added. */
const GONE_BRIGHTNESS = 20;
const GONE_SSIM = 0.35;
const GONE_DIFFERENCE = 8;
const GONE_HUE = 20;

/** Returns whether any tile lost its content: one is too many. */
export function losesSomething(layers: TileFacts, jpeg: TileFacts): boolean {
  return layers.ssim.some(
    (ssim, tile) =>
      layers.brightness[tile]! > GONE_BRIGHTNESS + jpeg.brightness[tile]! ||
      layers.hue[tile]! > GONE_HUE + jpeg.hue[tile]! ||
      (ssim < jpeg.ssim[tile]! - GONE_SSIM &&
        layers.difference[tile]! > jpeg.difference[tile]! + GONE_DIFFERENCE),
  );
}
