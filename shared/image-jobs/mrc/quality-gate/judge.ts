import type { TileFacts } from '../../../codecs/scans/tile-facts.ts';

/** So much SSIM may be lost beside the JPEG, or what is left may be at this; hard edges differ from blurred ones. */
const SSIM_LOSS = 0.1;
const SSIM_ENOUGH = 0.9;
/** Levels on the mean beyond those of the JPEG: SSIM sees the grain of plain paper go, which nobody else does. */
const GRAIN = 2;
const MAX_BRIGHTNESS = 12;
const MAX_DIFFERENCE = 34;
const MAX_HUE = 7;

/** The tiles that would be seen to differ where the JPEG's do not: 1 for each such tile. */
export function badTiles(layers: TileFacts, jpeg: TileFacts): Uint8Array {
  return Uint8Array.from(layers.ssim, (ssim, tile) =>
    (ssim < Math.min(jpeg.ssim[tile] - SSIM_LOSS, SSIM_ENOUGH) &&
      layers.difference[tile] > jpeg.difference[tile] + GRAIN) ||
    layers.brightness[tile] > MAX_BRIGHTNESS ||
    layers.difference[tile] > MAX_DIFFERENCE ||
    layers.hue[tile] > Math.max(MAX_HUE, jpeg.hue[tile] * 2 + 2)
      ? 1
      : 0,
  );
}

/** Levels, and SSIM beside the JPEG: something is gone, or is there that was not. */
const GONE_BRIGHTNESS = 20;
const GONE_SSIM = 0.35;
const GONE_DIFFERENCE = 8;
const GONE_HUE = 20;

/** Whether some tile lost what was in it: one is too many. */
export function losesSomething(layers: TileFacts, jpeg: TileFacts): boolean {
  return layers.ssim.some(
    (ssim, tile) =>
      layers.brightness[tile] > GONE_BRIGHTNESS + jpeg.brightness[tile] ||
      layers.hue[tile] > GONE_HUE + jpeg.hue[tile] ||
      (ssim < jpeg.ssim[tile] - GONE_SSIM &&
        layers.difference[tile] > jpeg.difference[tile] + GONE_DIFFERENCE),
  );
}
