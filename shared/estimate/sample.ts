import type { CompressReport, ImageReport } from '../report.ts';

/** Pictures that are really made; a hundred alike say no more than a few of them. */
const MOST_IMAGES = 12;
/** Pixels that are unpacked for it, the first picture apart: about two seconds of work. */
const MOST_PIXELS = 24_000_000;
/** Smaller ones do not count. */
const WORTH_BYTES = 1024;

/** Bytes that the image has in the result. */
export function bytesNow({ outcome, bytes }: ImageReport): number {
  return outcome.kind === 'replaced' ? outcome.bytes : bytes;
}

/**
 * The images that the result has: as they were where the input came back, and once those that became the same. Of
 * pictures that differ no two have as many bytes.
 */
export function imagesOf({
  images,
  unchanged,
}: Pick<CompressReport, 'images' | 'unchanged'>): readonly ImageReport[] {
  if (unchanged)
    return images.map((image) => ({ ...image, outcome: { kind: 'kept', reason: 'not-smaller' } }));
  const seen = new Set<string>();
  return images.filter((image) => {
    const { width, height } = image.outcome.kind === 'replaced' ? image.outcome : image;
    const name = `${kindOf(image)} ${width} ${height} ${bytesNow(image)}`;
    if (bytesNow(image) < WORTH_BYTES) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/**
 * The pictures that speak for all: the heaviest, and of the others those at even steps of weight. The same report gives
 * the same sample.
 */
export function sampleOf(images: readonly ImageReport[]): readonly ImageReport[] {
  const worth = images
    .filter((image) => Math.max(bytesNow(image), image.bytes) >= WORTH_BYTES)
    .sort((a, b) => bytesNow(b) - bytesNow(a) || a.object - b.object);
  const total = worth.reduce((sum, image) => sum + bytesNow(image), 0);
  const sample: ImageReport[] = [];
  let pixels = 0;
  let weight = 0;
  let next = 0;
  for (const image of worth) {
    weight += bytesNow(image);
    const isDue = sample.length < MOST_IMAGES / 3 || weight >= next;
    const own = image.width * image.height;
    if (!isDue || sample.length >= MOST_IMAGES) continue;
    if (sample.length > 0 && pixels + own > MOST_PIXELS) continue;
    sample.push(image);
    pixels += own;
    next = weight + (total - weight) / Math.max(1, MOST_IMAGES - sample.length);
  }
  return sample;
}

/** Images that become smaller alike: of one codec and one kind of colour, photographs apart from drawings. */
export function kindOf({ codec, colorSpace, bitsPerComponent, isSoftMask, outcome }: ImageReport): string {
  const made = outcome.kind === 'replaced' ? outcome.codec : 'kept';
  return [codec, colorSpace, bitsPerComponent, isSoftMask, made].join(' ');
}
