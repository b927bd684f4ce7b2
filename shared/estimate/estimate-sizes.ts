import { encodedBytes } from '../image-jobs/encoded-image.ts';
import { NO_OVERRIDES } from '../image-overrides.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { CompressOptions } from '../options.ts';
import { ContentLook } from '../passes/content-look.ts';
import { collectImages } from '../passes/images/collect.ts';
import { planImage } from '../passes/images/plan.ts';
import { recodeAll } from '../passes/images/recode-all.ts';
import { createWork } from '../passes/run-job.ts';
import { Changes } from '../pdf/check/changes.ts';
import { openDocument } from '../pdf/read/open.ts';
import type { CompressReport, ImageReport } from '../report.ts';
import { rewrite } from '../run/rewrite.ts';
import type { Run } from '../run/run.ts';
import { DocumentThreads } from '../work/document-threads.ts';
import { bytesNow, imagesOf, kindOf, sampleOf } from './sample.ts';

/**
 * About how large a file would become with other options, in bytes for each of them: what is no picture weighs what it
 * weighed in the run that was done, and a few pictures are made again to speak for all.
 *
 * @param done the report of a finished run over `input`, within no size
 * @throws PdfError when the document cannot be read; the signal's reason when it was aborted
 */
export async function estimateSizes(
  input: Uint8Array,
  done: CompressReport,
  wanted: readonly CompressOptions[],
  run: Pick<Run, 'host' | 'signal' | 'password'>,
): Promise<number[]> {
  if (isKept(done)) return wanted.map(() => done.outputBytes);
  const images = imagesOf(done);
  const sample = sampleOf(images);
  const rest = done.outputBytes - images.reduce((sum, image) => sum + bytesNow(image), 0);
  const made = await sampled(input, new Set(sample.map(({ object }) => object)), wanted, run);
  const rounded = wanted.some((options) => isRounded(done, options))
    ? await savedByRounding(input, done, wanted.find((options) => isRounded(done, options))!, run)
    : 0;
  return wanted.map((options, index) => {
    const beside = rest - (isRounded(done, options) ? rounded : 0);
    return Math.min(input.length, Math.round(beside + allImages(images, sample, made[index])));
  });
}

/** Of a file that is mostly pictures, rounding coordinates says little. */
const WORTH_ROUNDING = 0.25;

/** Whether these options round what the run did not, and that may count. */
function isRounded(done: CompressReport, { roundCoordinates }: CompressOptions): boolean {
  const images = imagesOf(done).reduce((sum, image) => sum + bytesNow(image), 0);
  const isWorth = done.outputBytes - images > done.outputBytes * WORTH_ROUNDING;
  return roundCoordinates && !done.options.roundCoordinates && isWorth && !isKept(done);
}

/** Whatever is asked for, such a file comes back as it is. */
function isKept({ unchanged, warnings }: CompressReport): boolean {
  return unchanged && (warnings.includes('signed') || warnings.includes('damaged-kept'));
}

/** Bytes that rounding coordinates saves: all content is written anew for it, since a sample of drawings says little. */
async function savedByRounding(
  input: Uint8Array,
  done: CompressReport,
  options: CompressOptions,
  { host, signal, password }: Pick<Run, 'host' | 'signal' | 'password'>,
): Promise<number> {
  const imageOverrides = Object.fromEntries(
    done.images.map(({ object }) => [object, { kind: 'keep' } as const]),
  );
  const threads = new DocumentThreads(host, createWork(host));
  try {
    const rewritten = await rewrite({
      host,
      ...(signal === undefined ? {} : { signal }),
      imageOverrides,
      input,
      options: { ...options, targetSize: 0 },
      openOptions: { limits: DEFAULT_LIMITS, ...(password === undefined ? {} : { password }) },
      threads,
      progress: { at: () => {}, reach: () => {} },
    });
    if (rewritten.kind === 'kept') return 0;
    return contentSaved(rewritten.draft) - contentSaved(done);
  } finally {
    threads.close();
  }
}

/** Bytes of content that a run saved. */
function contentSaved({ passes }: Pick<CompressReport, 'passes'>): number {
  return passes.find(({ pass }) => pass === 'contents')?.savedBytes ?? 0;
}

/** Bytes of the images of these numbers, for each of the options. */
async function sampled(
  input: Uint8Array,
  objects: ReadonlySet<number>,
  wanted: readonly CompressOptions[],
  { host, signal, password }: Pick<Run, 'host' | 'signal' | 'password'>,
): Promise<ReadonlyMap<number, number>[]> {
  const limits = DEFAULT_LIMITS;
  const doc = await openDocument(input, { limits, ...(password === undefined ? {} : { password }) });
  const content = new ContentLook();
  const { images, surroundings } = collectImages(doc, new Changes(), content.of(doc).survey);
  const chosen = images.filter(({ ref }) => objects.has(ref.objectNumber));
  const threads = new DocumentThreads(host, createWork(host));
  try {
    const all: Map<number, number>[] = [];
    for (const options of wanted) {
      signal?.throwIfAborted();
      const ctx = { options, imageOverrides: NO_OVERRIDES, limits, host, threads, signal };
      const plan = (image: (typeof images)[number], around: typeof surroundings) =>
        planImage(image, around, ctx);
      const recoded = await recodeAll(chosen, surroundings, ctx, plan, () => {});
      all.push(
        new Map(
          recoded.map(({ image, result }) => [
            image.ref.objectNumber,
            result.kind === 'replaced' ? encodedBytes(result.image) : image.stream.contents.length,
          ]),
        ),
      );
    }
    return all;
  } finally {
    threads.close();
  }
}

/** What all images would weigh: those that were made, and the others in proportion to those of their kind. */
function allImages(
  images: readonly ImageReport[],
  sample: readonly ImageReport[],
  made: ReadonlyMap<number, number>,
): number {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  for (const image of sample) {
    const bytes = made.get(image.object);
    if (bytes === undefined) continue;
    for (const kind of [kindOf(image), ALL]) {
      before.set(kind, (before.get(kind) ?? 0) + bytesNow(image));
      after.set(kind, (after.get(kind) ?? 0) + bytes);
    }
  }
  const shareOf = (kind: string) => (after.get(kind) ?? 0) / (before.get(kind) ?? 1);
  return images.reduce((sum, image) => {
    const kind = kindOf(image);
    const share = before.has(kind) ? shareOf(kind) : before.has(ALL) ? shareOf(ALL) : 1;
    return sum + (made.get(image.object) ?? bytesNow(image) * share);
  }, 0);
}

const ALL = 'all';
