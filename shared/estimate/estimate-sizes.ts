import { encodedBytes } from '../image-jobs/encoded-image.ts';
import { layerBytes } from '../image-jobs/mrc/layers.ts';
import { askedSize, type PixelSize } from '../image-jobs/resolution.ts';
import { NO_OVERRIDES } from '../image-overrides.ts';
import { largestOf } from '../lists.ts';
import { type CompressOptions, mayBecomeLayers, OPTION_NAMES } from '../options.ts';
import { ContentAnalysisCache } from '../passes/content-analysis-cache.ts';
import { collectImages, type Surroundings } from '../passes/images/collect.ts';
import type { PlanOf } from '../passes/images/image-jobs.ts';
import { pageScans } from '../passes/images/mrc/separable.ts';
import { planImage } from '../passes/images/plan.ts';
import { recodeAll } from '../passes/images/recode-all.ts';
import { MIN_SEARCHED_BYTES } from '../passes/images/sharpness-axis.ts';
import { createWork } from '../passes/run-job.ts';
import type { WorkContext } from '../passes/work-context.ts';
import { Changes } from '../pdf/check/changes.ts';
import type { ImageXObject } from '../pdf/image/image-xobject.ts';
import { conformanceRules } from '../pdf/metadata/conformance-rules.ts';
import { openDocument, openOptions } from '../pdf/read/open.ts';
import type { CompressReport } from '../report.ts';
import { DocumentThreads } from '../work/document-threads.ts';
import { weighedPixels } from '../work/job.ts';
import type { WorkAmount } from '../work/threads.ts';
import { bandsOf } from './bands.ts';
import { type Basis, basisBeforeRun, basisOfRun, type EstimateRun, savedByRounding } from './basis.ts';
import { fitPowerLaw, type Weighed } from './power-law.ts';
import { bytesNow, exactSampleOf, kindOf, lookOf, type SampleImage, sampleOf, weightOf } from './sample.ts';

/**
 * Estimates the file size in bytes for each set of options. Everything except images is written as in a run;
 * a sample of images is recoded and stands for the rest.
 * @param done the report of a finished run over `input`, without a target size; null before any run
 * @throws PdfError when the document cannot be read; the signal's reason when it was aborted
 */
export async function estimateSizes(
  input: Uint8Array,
  done: CompressReport | null,
  wanted: readonly CompressOptions[],
  run: EstimateRun,
): Promise<number[]> {
  const basis =
    done === null
      ? await basisBeforeRun(input, { ...wanted[0]!, roundCoordinates: false }, run)
      : basisOfRun(input, done);
  if ('keptBytes' in basis) return wanted.map(() => basis.keptBytes);
  const unknown = wanted.filter((options) => !isOf(done, options));
  const sample = sampleOf(basis.images);
  const made = await sampled(basis.file, sample, unknown, run);
  const asked = unknown.find((options) => isWorthRounding(basis, options));
  const rounded = asked === undefined ? 0 : await savedByRounding(input, basis, asked, run);
  return wanted.map((options) => {
    const index = unknown.indexOf(options);
    if (done !== null && index < 0) return done.outputSize;
    const beside = basis.restBytes - (isWorthRounding(basis, options) ? rounded : 0);
    // What no pixel of an image may change in follows from the original, not from what another preset made of it.
    const bytesOf = options.convertToJpeg ? bytesNow : ({ size }: SampleImage) => size;
    return Math.min(
      input.length,
      Math.round(beside + allImages(basis.images, sample, made[index]!, bytesOf)),
    );
  });
}

/** Returns whether the run had exactly these options: its size is known. */
function isOf(done: CompressReport | null, options: CompressOptions): boolean {
  return done !== null && OPTION_NAMES.every((name) => done.options[name] === options[name]);
}

/** Minimum share of data other than images for which rounding coordinates matters. */
const WORTH_ROUNDING = 0.25;

/** Returns whether these options add rounding that the basis lacks and that may matter. */
function isWorthRounding({ isRounded, images, restBytes }: Basis, { roundCoordinates }: CompressOptions) {
  return roundCoordinates && !isRounded && restBytes > (restBytes + weightOf(images)) * WORTH_ROUNDING;
}

/** Outcome of a set of options for the images. */
interface Made {
  /** Bytes of recoded images, by object number. */
  readonly bytes: ReadonlyMap<number, number>;
  /** Limits of all images in pixels, by object number. */
  readonly targets: ReadonlyMap<number, PixelSize>;
}

/** Recodes the images with these numbers, for each set of options. */
async function sampled(
  input: Uint8Array,
  sample: readonly SampleImage[],
  wanted: readonly CompressOptions[],
  { host, signal, password }: EstimateRun,
): Promise<readonly Made[]> {
  if (sample.length === 0) return wanted.map(() => ({ bytes: new Map(), targets: new Map() }));
  const opening = openOptions({ password });
  const { limits } = opening;
  const doc = await openDocument(input, opening);
  const rules = conformanceRules(doc);
  const content = new ContentAnalysisCache();
  const { survey } = content.of(doc);
  const scans = wanted.some(mayBecomeLayers) ? pageScans(doc, survey) : undefined;
  const { images, surroundings } = collectImages(doc, new Changes(), survey, scans);
  const chosenFrom = (part: readonly SampleImage[]) => {
    const objects = new Set(part.map(({ object }) => object));
    return images.filter(({ ref }) => objects.has(ref.objectNumber));
  };
  const [all, exact] = [chosenFrom(sample), chosenFrom(exactSampleOf(sample))];
  const threads = new DocumentThreads(host, createWork(host));
  threads.openFor(amountOf(sample), amountOf(sample));
  try {
    const made: Made[] = [];
    for (const options of wanted) {
      signal?.throwIfAborted();
      const ctx = { options, rules, imageOverrides: NO_OVERRIDES, limits, host, threads, signal };
      const work = madeAgain(options.convertToJpeg ? all : exact, surroundings, ctx);
      const targets = images.map((image) => {
        const placed = surroundings.placementOf(image) ?? surroundings.boundOf(image);
        return [image.ref.objectNumber, askedSize(image, options, placed).target] as const;
      });
      made.push({ bytes: await threads.helpWith('images', work), targets: new Map(targets) });
    }
    return made;
  } finally {
    threads.close();
  }
}

function amountOf(sample: readonly SampleImage[]): WorkAmount {
  const pixels = sample.map(({ width, height, bitsPerComponent: bits }) =>
    weighedPixels({ width, height, bits }),
  );
  return { pixels: pixels.reduce((sum, each) => sum + each, 0), largest: largestOf(pixels) };
}

type SampleContext = Pick<
  WorkContext,
  'options' | 'rules' | 'imageOverrides' | 'limits' | 'threads' | 'signal'
>;

/** Returns the bytes of recoded images with these options, large photographs from bands where they stay lossless. */
async function madeAgain(
  images: readonly ImageXObject[],
  around: Surroundings,
  ctx: SampleContext,
): Promise<Map<number, number>> {
  const times = new Map<ImageXObject, number>();
  const plan: PlanOf = (image, surroundings) => {
    const planned = planImage(image, surroundings, ctx);
    const bands = planned.kind === 'job' && !ctx.options.convertToJpeg ? bandsOf(planned.job) : null;
    if (bands === null) return planned;
    times.set(image, bands.times);
    return { ...planned, job: bands.job };
  };
  const recoded = await recodeAll(images, around, ctx, plan, () => {});
  return new Map(
    recoded.map(({ image, result }) => [
      image.ref.objectNumber,
      result.kind === 'replaced'
        ? Math.round(encodedBytes(result.image) * (times.get(image) ?? 1))
        : result.kind === 'layers'
          ? layerBytes(result.layers)
          : image.stream.contents.length,
    ]),
  );
}

/** Total bytes of all images: measured ones, and the others predicted from their kind. */
function allImages(
  images: readonly SampleImage[],
  sample: readonly SampleImage[],
  made: Made,
  bytesOf: (image: SampleImage) => number,
): number {
  // Bytes follow the pixels that stay: a limit of resolution halves one image and leaves its neighbor whole.
  const weightAt = (image: SampleImage) => bytesOf(image) * shareOfPixels(image, made.targets);
  const seen = new Map<string, Weighed[]>();
  for (const image of sample) {
    const after = made.bytes.get(image.object);
    if (after === undefined) continue;
    const weighed = { before: weightAt(image), after };
    for (const kind of [kindOf(image), ALL]) seen.set(kind, [...(seen.get(kind) ?? []), weighed]);
  }
  const laws = new Map([...seen].map(([kind, weighed]) => [kind, fitPowerLaw(weighed)]));
  const alike = new Set<string>();
  return images.reduce((sum, image) => {
    const bytes = bytesOf(image);
    const weighed = made.bytes.get(image.object);
    if (weighed === undefined)
      return sum + ((laws.get(kindOf(image)) ?? laws.get(ALL))?.(weightAt(image)) ?? bytes);
    // Images of equal bytes before and after are duplicates, stored once in the file.
    const look = `${lookOf(image)} ${weighed}`;
    if (weighed < bytes && bytes >= MIN_SEARCHED_BYTES && alike.has(look)) return sum;
    alike.add(look);
    return sum + weighed;
  }, 0);
}

const ALL = 'all';

/** Share of the image's present pixels that a limit allows, at most 1. */
function shareOfPixels(image: SampleImage, targets: Made['targets']): number {
  const now = image.outcome.kind === 'replaced' ? image.outcome : image;
  const target = targets.get(image.object) ?? now;
  return Math.min(1, (target.width * target.height) / (now.width * now.height));
}
