import { type FlatInks, type InkColor, STAYS } from './flat-inks.ts';
import type { ShapeTones } from './shape-tones.ts';

/** If more of an ink's hue stays, in whatever tone, it is a stamp. */
const MAX_OF_HUE_STAYING = 0.3;
/** Cosine between two equal hues, and levels below which a shape has no hue. */
const SAME_HUE = 0.9;
const MIN_HUE = 8;

/** Keeps stamps whole: their ink varies in density, and a part as hard shapes would look torn. */
export function keepStamps({ colors, ofShape }: FlatInks, tones: ShapeTones): void {
  for (const [ink, color] of colors.entries()) {
    const hue = chromaOf(color);
    if (lengthOf(hue) < MIN_HUE) continue;
    let lifted = 0;
    let stays = 0;
    for (let shape = 0; shape < ofShape.length; shape += 1) {
      if (ofShape[shape] === ink) lifted += tones.pixels[shape]!;
      else if (ofShape[shape] === STAYS && isOfHue(tones, shape, hue)) stays += tones.pixels[shape]!;
    }
    if (stays <= (lifted + stays) * MAX_OF_HUE_STAYING) continue;
    for (let shape = 0; shape < ofShape.length; shape += 1)
      if (ofShape[shape] === ink) ofShape[shape] = STAYS;
  }
}

function isOfHue({ color }: ShapeTones, shape: number, hue: InkColor): boolean {
  const own = chromaOf([color[shape * 3]!, color[shape * 3 + 1]!, color[shape * 3 + 2]!]);
  const product = own[0] * hue[0] + own[1] * hue[1] + own[2] * hue[2];
  return lengthOf(own) >= MIN_HUE && product >= SAME_HUE * lengthOf(own) * lengthOf(hue);
}

/** Distance of each channel from the mean of all. */
function chromaOf([red, green, blue]: InkColor): InkColor {
  const mean = (red + green + blue) / 3;
  return [red - mean, green - mean, blue - mean];
}

function lengthOf([red, green, blue]: InkColor): number {
  return Math.sqrt(red * red + green * green + blue * blue);
}
