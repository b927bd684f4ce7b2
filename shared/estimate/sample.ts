import { MIN_SEARCHED_BYTES } from '../passes/images/sharpness-axis.ts';
import type { CompressReport, ImageReport } from '../report.ts';

/** Maximum images that are recoded; more predict no better. */
const MAX_IMAGES = 12;
/** Minimum, whatever their size: a single image does not show how others of its kind shrink. */
const MIN_IMAGES = 4;
/** Maximum decoded pixels for further images: about two seconds of work. */
const MAX_PIXELS = 24_000_000;
/** The same where they are deflated at the highest level, ten times as much work as a JPEG. */
const MAX_DEFLATED_PIXELS = 6_000_000;
const MIN_DEFLATED = 2;
/** A JPEG that stays one is held as coefficients, up to 6 bytes per pixel: larger ones are predicted from smaller ones. */
const MAX_JPEG_PIXELS = 12_000_000;
const MIN_JPEGS = 2;

/** Known facts of an image, from the report or before any run. */
export type SampleImage = Pick<
  ImageReport,
  | 'object'
  | 'width'
  | 'height'
  | 'bitsPerComponent'
  | 'colorSpace'
  | 'codec'
  | 'size'
  | 'softMask'
  | 'outcome'
>;

/** Bytes of the image in the result. */
export function bytesNow({ outcome, size }: Pick<SampleImage, 'outcome' | 'size'>): number {
  return outcome.kind === 'replaced' ? outcome.size : size;
}

/**
 * Returns the images of the result: originals if the input was returned, duplicates once. Different images
 * hardly ever have equal bytes.
 */
export function imagesOf({
  images,
  unchanged,
}: Pick<CompressReport, 'images' | 'unchanged'>): readonly SampleImage[] {
  if (unchanged)
    return images.map((image) => ({ ...image, outcome: { kind: 'kept', reason: 'not-smaller' } }));
  const seen = new Set<string>();
  return images.filter((image) => {
    const name = lookOf(image);
    if (bytesNow(image) < MIN_SEARCHED_BYTES) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** Key that different images of a run hardly ever share. */
export function lookOf(image: SampleImage): string {
  const { width, height } = image.outcome.kind === 'replaced' ? image.outcome : image;
  return `${kindOf(image)} ${width} ${height} ${bytesNow(image)}`;
}

/**
 * Selects a deterministic sample: each kind in proportion to its bytes, its largest image and others at even
 * steps of bytes.
 */
export function sampleOf(images: readonly SampleImage[]): readonly SampleImage[] {
  const worth = images
    .filter((image) => Math.max(bytesNow(image), image.size) >= MIN_SEARCHED_BYTES)
    .sort((a, b) => bytesNow(b) - bytesNow(a) || a.object - b.object);
  const total = weightOf(worth);
  const kinds = new Map<string, SampleImage[]>();
  for (const image of worth) {
    const kind = kinds.get(kindOf(image));
    if (kind === undefined) kinds.set(kindOf(image), [image]);
    else kind.push(image);
  }
  const wanted = [...kinds.values()].flatMap((kind) =>
    atEvenSteps(kind, Math.round((MAX_IMAGES * weightOf(kind)) / total)),
  );
  wanted.sort((a, b) => bytesNow(b) - bytesNow(a) || a.object - b.object);
  return affordable(wanted, MAX_PIXELS, MIN_IMAGES);
}

/** Selects from a sample the images that are recoded where no pixel may change: a JPEG stays one, others are deflated. */
export function exactSampleOf(sample: readonly SampleImage[]): readonly SampleImage[] {
  const deflated = affordable(
    sample.filter(({ codec }) => codec !== 'dct'),
    MAX_DEFLATED_PIXELS,
    MIN_DEFLATED,
  );
  const jpegs = sample.filter(({ codec }) => codec === 'dct');
  const small = jpegs.filter(({ width, height }) => width * height <= MAX_JPEG_PIXELS);
  const recoded = new Set([...deflated, ...(small.length < MIN_JPEGS ? jpegs : small)]);
  return sample.filter((image) => recoded.has(image));
}

/** Selects `count` images from a list in descending bytes: the first, and one at each step of the running total. */
function atEvenSteps(images: readonly SampleImage[], count: number): readonly SampleImage[] {
  const step = weightOf(images) / Math.max(1, count);
  const chosen: SampleImage[] = [];
  let weight = 0;
  for (const image of images) {
    if (chosen.length < count && weight >= chosen.length * step) chosen.push(image);
    weight += bytesNow(image);
  }
  return chosen;
}

function affordable(
  images: readonly SampleImage[],
  maxPixels: number,
  least: number,
): readonly SampleImage[] {
  const chosen: SampleImage[] = [];
  let pixels = 0;
  for (const image of images) {
    const own = image.width * image.height;
    if (chosen.length >= MAX_IMAGES) break;
    if (chosen.length >= least && pixels + own > maxPixels) continue;
    chosen.push(image);
    pixels += own;
  }
  return chosen;
}

export function weightOf(images: readonly SampleImage[]): number {
  return images.reduce((sum, image) => sum + bytesNow(image), 0);
}

/** Groups images that shrink alike: same codec and color kind, photographs apart from drawings. */
export function kindOf({ codec, colorSpace, bitsPerComponent, softMask, outcome }: SampleImage): string {
  const made = outcome.kind === 'replaced' ? outcome.codec : 'kept';
  return [codec, colorSpace, bitsPerComponent, softMask, made].join(' ');
}
