import { CpuShares } from '../../documents/cpu-shares.ts';
import { FileError } from '../../files/file-error.ts';
import { sha256Of } from '../../files/sha256.ts';
import { compressDocument, type DocumentSettings } from '../compress-document.ts';
import type { ArchiveObject, Place } from '../places/place.ts';
import type { Measured, MeasuredClass } from './predict.ts';
import type { ClassSample } from './sampler.ts';

/** Processor time after which the code is compiled and its time is that of a long run. */
const WARM_UP_MS = 3000;

/** Requests of a measurement: the object is read twice. */
const MEASURED_REQUESTS = 2;
/** Requests of a run for an object: read, look for its output, write. */
const REQUESTS = 3;
/** The same if its contents were compressed before, and their output is read. */
const REPEAT_REQUESTS = 4;

export interface MeasuredSample {
  readonly classes: readonly MeasuredClass[];
  /** Processor time that a process takes once, until its code is compiled. */
  readonly warmUpMs: number;
}

export interface MeasureDeps {
  readonly from: Place;
  readonly compression: DocumentSettings;
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
  { from, compression, onProgress, usedMs }: MeasureDeps,
): Promise<MeasuredSample> {
  const shares = new CpuShares(usedMs);
  const all = classes.flatMap(({ sample }, at) => sample.map((object) => ({ object, at })));
  const measured = new Map<ArchiveObject, Measured>();
  let spentMs = 0;
  let done = 0;
  const cold: ArchiveObject[] = [];
  let warmUpMs = 0;
  const one = async (object: ArchiveObject) => {
    const { result: read, cpuMs: readMs } = await shares.measure(() => readTwice(object, from));
    const { result, cpuMs: madeMs } = await shares.measure(async () =>
      read === undefined ? undefined : outcomeOf(read, compression),
    );
    const requestMs = readMs / MEASURED_REQUESTS;
    const cpuMs = madeMs + REQUESTS * requestMs;
    if (result !== undefined) {
      warmUpMs += Math.max(0, (measured.get(object)?.cpuMs ?? cpuMs) - cpuMs);
      measured.set(object, { ...result, cpuMs, repeatMs: REPEAT_REQUESTS * requestMs });
    }
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
  const measuredClasses = classes.map(({ sample, ...counts }) => ({
    ...counts,
    documents: sample.flatMap((object) => measured.get(object) ?? []),
  }));
  return { classes: measuredClasses, warmUpMs };
}

/** Writing the output takes about as much as reading. Undefined if the object can't be read, which says nothing about others. */
async function readTwice(object: ArchiveObject, from: Place): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const read = from.canName(object.key) ? await from.read(object.key) : undefined;
    if (read === undefined) return undefined;
    // As the run hashes what it reads and what it writes.
    for (const each of [read, await from.read(object.key)]) if (each !== undefined) sha256Of(each.bytes);
    return read.bytes;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return undefined;
  }
}

async function outcomeOf(
  input: Uint8Array<ArrayBuffer>,
  compression: DocumentSettings,
): Promise<Omit<Measured, 'cpuMs' | 'repeatMs'>> {
  const { length: bytes } = input;
  const { documents, signal } = compression;
  const made = await documents.withRoom(bytes, signal, () => compressDocument(input, compression));
  if (made.status === 'refused' || made.status === 'failed')
    return { bytes, savedBytes: 0, refused: made.problem.code };
  return { bytes, savedBytes: bytes - made.receipt.output.size };
}
