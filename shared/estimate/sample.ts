import type { CompressReport, ImageReport } from '../report.ts';

/** Pictures that are really made; a hundred alike say no more than a few of them. */
const MAX_IMAGES = 12;
/** So many are made however large they are: one alone does not say how others of its kind shrink. */
const MIN_IMAGES = 4;
/** Pixels that are unpacked for all further ones: about two seconds of work. */
const MAX_PIXELS = 24_000_000;
/** Smaller ones do not count. */
export const WORTH_BYTES = 1024;

/** What of a picture is known, by the report or before any run. */
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

/** Bytes that the image has in the result. */
export function bytesNow({ outcome, size }: Pick<SampleImage, 'outcome' | 'size'>): number {
  return outcome.kind === 'replaced' ? outcome.size : size;
}

/**
 * The images that the result has: as they were where the input came back, and once those that became the same. Of
 * pictures that differ no two have as many bytes.
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
    if (bytesNow(image) < WORTH_BYTES) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** Two pictures of a run that differ have hardly ever the same. */
export function lookOf(image: SampleImage): string {
  const { width, height } = image.outcome.kind === 'replaced' ? image.outcome : image;
  return `${kindOf(image)} ${width} ${height} ${bytesNow(image)}`;
}

/**
 * The pictures that speak for all: of each kind as many as its weight asks for, the heaviest of it and those at even
 * steps of weight. The same report gives the same sample.
 */
export function sampleOf(images: readonly SampleImage[]): readonly SampleImage[] {
  const worth = images
    .filter((image) => Math.max(bytesNow(image), image.size) >= WORTH_BYTES)
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
  return affordable(wanted);
}

/** So many of these, which fall in weight: the first, and each where another part of the weight is passed. */
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

function affordable(images: readonly SampleImage[]): readonly SampleImage[] {
  const chosen: SampleImage[] = [];
  let pixels = 0;
  for (const image of images) {
    const own = image.width * image.height;
    if (chosen.length >= MAX_IMAGES) break;
    if (chosen.length >= MIN_IMAGES && pixels + own > MAX_PIXELS) continue;
    chosen.push(image);
    pixels += own;
  }
  return chosen;
}

/** Bytes of all of them. */
export function weightOf(images: readonly SampleImage[]): number {
  return images.reduce((sum, image) => sum + bytesNow(image), 0);
}

/** Images that become smaller alike: of one codec and one kind of colour, photographs apart from drawings. */
export function kindOf({ codec, colorSpace, bitsPerComponent, softMask, outcome }: SampleImage): string {
  const made = outcome.kind === 'replaced' ? outcome.codec : 'kept';
  return [codec, colorSpace, bitsPerComponent, softMask, made].join(' ');
}
