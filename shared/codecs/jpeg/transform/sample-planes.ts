/** One component's samples, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly samples: Uint8Array;
}

/** Extracts a channel of interleaved samples. */
export function channelPlane(
  data: Uint8Array,
  width: number,
  height: number,
  { channels, channel }: { readonly channels: number; readonly channel: number },
): Plane {
  const samples = new Uint8Array(width * height);
  for (let pixel = 0; pixel < samples.length; pixel += 1) samples[pixel] = data[pixel * channels + channel]!;
  return { width, height, samples };
}

/** Half the width and height: means of 2x2 samples, of fewer at odd edges. */
export function halved({ width, height, samples }: Plane): Plane {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const means = new Uint8Array(half.width * half.height);
  for (let y = 0; y < half.height; y += 1) {
    const upper = y * 2 * width;
    const lower = Math.min(y * 2 + 1, height - 1) * width;
    for (let x = 0; x < half.width; x += 1) {
      const left = x * 2;
      const right = Math.min(left + 1, width - 1);
      const sum =
        samples[upper + left]! + samples[upper + right]! + samples[lower + left]! + samples[lower + right]!;
      // Rounded up and down in turn, since a constant bias would tint the image.
      means[y * half.width + x] = (sum + 1 + (x & 1)) >> 2;
    }
  }
  return { ...half, samples: means };
}

/** Factors of T.871 (JFIF), section 7, with 16 fractional bits; each row sums up to 1 or 0. */
const Y = [19595, 38470, 7471];
const CB = [-11058, -21710, 32768];
const CR = [32768, -27439, -5329];

/** Luminance and chrominance of the inverted inks C, M and Y, for YCCK (Adobe technical note 5116). */
export function yccOfCmy(data: Uint8Array, width: number, height: number): [Plane, Plane, Plane] {
  const luma = new Uint8Array(width * height);
  const blue = new Uint8Array(luma.length);
  const red = new Uint8Array(luma.length);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    const r = 255 - data[pixel * 4]!;
    const g = 255 - data[pixel * 4 + 1]!;
    const b = 255 - data[pixel * 4 + 2]!;
    luma[pixel] = (Y[0]! * r + Y[1]! * g + Y[2]! * b + 32768) >> 16;
    blue[pixel] = (CB[0]! * r + CB[1]! * g + CB[2]! * b + (128 << 16) + 32767) >> 16;
    red[pixel] = (CR[0]! * r + CR[1]! * g + CR[2]! * b + (128 << 16) + 32767) >> 16;
  }
  const plane = (samples: Uint8Array): Plane => ({ width, height, samples });
  return [plane(luma), plane(blue), plane(red)];
}
