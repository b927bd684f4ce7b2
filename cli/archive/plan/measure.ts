import { createHash } from 'node:crypto';
import { ArchiveStopped, ObjectError } from '../archive-error.ts';
import { CpuShares } from '../cpu-shares.ts';
import type { Documents } from '../documents.ts';
import type { ArchiveObject, Place } from '../places/place.ts';
import type { Measured, MeasuredClass } from './predict.ts';
import type { ClassSample } from './sampler.ts';

/** Processor time after which the code is compiled and its time is that of a long run. */
const WARM_UP_MS = 3000;

export interface MeasureDeps {
  readonly from: Place;
  readonly documents: Documents;
  readonly onProgress: (done: number, all: number) => void;
  readonly usedMs?: () => number;
}

/**
 * Compresses the sample, one document after the other, and writes nothing. Documents of the first three processor seconds
 * are measured again at the end, when the code is compiled.
 *
 * @throws ArchiveStopped; the signal's reason
 */
export async function measure(
  classes: readonly ClassSample[],
  { from, documents, onProgress, usedMs }: MeasureDeps,
): Promise<readonly MeasuredClass[]> {
  const shares = new CpuShares(usedMs);
  const all = classes.flatMap(({ sample }, at) => sample.map((object) => ({ object, at })));
  const measured = new Map<ArchiveObject, Measured>();
  let spentMs = 0;
  let done = 0;
  const cold: ArchiveObject[] = [];
  const one = async (object: ArchiveObject) => {
    const { result, cpuMs } = await shares.measure(() => outcomeOf(object, from, documents));
    if (result !== undefined) measured.set(object, { ...result, cpuMs });
    done += 1;
    onProgress(Math.min(done, all.length), all.length);
    return cpuMs;
  };
  for (const { object } of all) {
    if (spentMs < WARM_UP_MS) cold.push(object);
    spentMs += await one(object);
  }
  // A few large documents warm nothing up that would matter to them.
  if (cold.length < all.length || spentMs < 2 * WARM_UP_MS) for (const object of cold) await one(object);
  return classes.map(({ sample, ...counts }) => ({
    ...counts,
    documents: sample.flatMap((object) => measured.get(object) ?? []),
  }));
}

/** Undefined if the object can't be read, which says nothing about others. */
async function outcomeOf(
  object: ArchiveObject,
  from: Place,
  documents: Documents,
): Promise<Omit<Measured, 'cpuMs'> | undefined> {
  try {
    const read = from.canName(object.key) ? await from.read(object.key) : undefined;
    if (read === undefined) return undefined;
    const { length: bytes } = read.bytes;
    // As the run does, to find equal contents.
    createHash('sha256').update(read.bytes).digest();
    const made = await documents.aloneIfNeeded(bytes, () => documents.make(read.bytes));
    // Writing the output will take about as much as reading once more.
    await from.digest(object.key);
    if (made.status === 'refused') return { bytes, savedBytes: 0, refused: made.problem.code };
    if (made.status === 'failed') return { bytes, savedBytes: 0, refused: made.problem.code };
    return { bytes, savedBytes: bytes - made.receipt.output.size };
  } catch (error) {
    if (error instanceof ArchiveStopped || !(error instanceof ObjectError)) throw error;
    return undefined;
  }
}
