/** Amplification of a displayed difference. */
export const DIFFERENCE_GAIN = 4;

/** White where both are equal, darker the more they differ, in the colors that changed. */
export function differencePixels(a: ImageData, b: ImageData): ImageData {
  const out = new ImageData(a.width, a.height);
  const { data } = out;
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = 255 - Math.abs(a.data[channel]! - b.data[channel]!) * DIFFERENCE_GAIN;
    }
    data[at + 3] = 255;
  }
  return out;
}
