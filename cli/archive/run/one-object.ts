import { FileError } from '../../files/file-error.ts';
import { numbered } from '../../files/numbered.ts';
import { sha256Of } from '../../files/sha256.ts';
import { type ArchiveTarget, digestsOf, type ObjectErrorCode, type ObjectLine } from '../archive-files.ts';
import { compressDocument, type DocumentSettings, type Made } from '../compress-document.ts';
import type { ArchiveObject, ObjectDigest, Place, ReadObject } from '../places/place.ts';
import type { EqualContents } from './equal-contents.ts';
import type { Journal } from './journal.ts';

export interface ObjectRun {
  readonly from: Place;
  readonly to: Place;
  readonly backup: Place | undefined;
  readonly target: ArchiveTarget;
  readonly compression: DocumentSettings;
  readonly contents: EqualContents;
  readonly isForced: boolean;
}

export interface Processed {
  readonly line: ObjectLine;
  /** Its contents had been compressed before. */
  readonly isReused: boolean;
}

/** Tries for an object that other programs write to. */
const MAX_TRIES = 3;

/**
 * Compresses one object and writes its output. Failures of the object are returned.
 *
 * @param replacing lines of outputs that may already be in the original's place
 * @throws ArchiveStopped; the signal's reason
 */
export async function processObject(
  object: ArchiveObject,
  run: ObjectRun,
  journal: Journal,
  replacing: () => Promise<readonly ObjectLine[]>,
): Promise<Processed> {
  const { key } = object;
  for (let tries = 1; ; tries++) {
    try {
      if (!run.from.canName(key) || !run.to.canName(key))
        return failure(key, 'unsafe_name', 'no object can have this name there');
      const { documents, signal } = run.compression;
      return await documents.withRoom(object.size, signal, async () => {
        const read = await run.from.read(key);
        if (read === undefined) return failure(key, 'missing', 'it is gone since the plan was made');
        // Only an object that differs from the plan's may be an output already.
        const lines = read.version === object.version ? [] : await replacing();
        return worked(object, read, { run, journal, replacing: lines });
      });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === 'modified_concurrently' && tries < MAX_TRIES) continue;
      return failure(key, error.code, error.message);
    }
  }
}

interface Context {
  readonly run: ObjectRun;
  readonly journal: Journal;
  readonly replacing: readonly ObjectLine[];
}

async function worked(
  object: ArchiveObject,
  read: ReadObject,
  { run, journal, replacing }: Context,
): Promise<Processed> {
  const { key } = object;
  const input: ObjectDigest = { size: read.bytes.length, sha256: sha256Of(read.bytes) };
  const replaced = replacing.find((line) => digestsOf(line)?.output.sha256 === input.sha256);
  if (replaced !== undefined) return { line: replaced, isReused: false };
  const found = { ...object, size: read.bytes.length, version: read.version };
  const backedUp = run.backup === undefined ? undefined : new Uint8Array(read.bytes);
  const put = async (made: Made): Promise<ObjectLine> => {
    const line = lineOf(key, input, made);
    await store(line, { made, read, backedUp, run, journal });
    return line;
  };
  const { line: known, isReused } = await run.contents.lineOf(found, input.sha256, async () => {
    return put(await compressDocument(read.bytes, run.compression));
  });
  if (!isReused) return { line: known, isReused };
  const again = await remade(known, read, run);
  // Its output is gone or was changed.
  if (again === undefined)
    return { line: await put(await compressDocument(read.bytes, run.compression)), isReused: false };
  return { line: await put(again), isReused };
}

/** The result of equal contents, from the line and the output of the first ones. */
async function remade(line: ObjectLine, read: ReadObject, { to }: ObjectRun): Promise<Made | undefined> {
  if (line.status === 'refused') return { status: 'refused', problem: line.problem };
  if (line.status === 'unchanged')
    return { status: 'unchanged', receipt: line.receipt, pieces: [read.bytes] };
  if (line.status === 'failed') return undefined;
  const output = await to.read(line.key).catch((error: unknown) => {
    if (error instanceof FileError) return undefined;
    throw error;
  });
  const isSame = output !== undefined && sha256Of(output.bytes) === line.receipt.output.sha256;
  return isSame ? { status: 'smaller', receipt: line.receipt, pieces: [output.bytes] } : undefined;
}

function lineOf(key: string, input: ObjectDigest, made: Made): ObjectLine {
  switch (made.status) {
    case 'refused':
      return { key, status: 'refused', input, problem: made.problem };
    case 'failed':
      return { key, status: 'failed', problem: made.problem };
    default:
      return { key, status: made.status, receipt: made.receipt };
  }
}

interface Stored {
  readonly made: Made;
  readonly read: ReadObject;
  readonly backedUp: Uint8Array | undefined;
  readonly run: ObjectRun;
  readonly journal: Journal;
}

/** Writes the output of a document, before its line is written. @throws FileError; ArchiveStopped */
async function store(line: ObjectLine, { made, read, backedUp, run, journal }: Stored): Promise<void> {
  const digests = digestsOf(line);
  if (digests === undefined) return;
  const { key } = line;
  const { from, to, backup, target } = run;
  const { attributes } = read;
  const { sha256 } = digests.output;
  if (target.replace) {
    if (made.status !== 'smaller') return;
    if (backup !== undefined && backedUp !== undefined)
      await keep(backup, key, { pieces: [backedUp], sha256: digests.input.sha256, attributes });
    // The receipt compared both documents. It is on the disk before the original goes.
    await journal.add({ replacing: line });
    await journal.flush(true);
    await to.write(key, { pieces: made.pieces, sha256, attributes, replaces: read.version });
    return;
  }
  if (made.status !== 'smaller' && target.onlySmaller) return;
  const pieces = 'pieces' in made ? made.pieces : await bytesAgain(from, key, sha256);
  await putNew(to, key, { pieces, sha256, attributes }, run.isForced);
}

/** Writes a backup. Another version of that name stays: the new one then gets the next number. */
async function keep(place: Place, key: string, object: Parameters<Place['write']>[1]): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      await putNew(place, numbered(key, number), object);
      return;
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== 'output_exists') throw error;
    }
  }
}

/** Writes an object without replacing another program's; the same bytes count as ours. */
async function putNew(
  place: Place,
  key: string,
  object: Parameters<Place['write']>[1],
  isForced = false,
): Promise<void> {
  try {
    await place.write(key, object);
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'output_exists') throw error;
    const there = await place.read(key);
    if (there !== undefined && sha256Of(there.bytes) === object.sha256) return;
    if (!isForced) throw error;
    await place.write(key, { ...object, mayReplace: true });
  }
}

/** The bytes of a refused document went with the thread that refused it. */
async function bytesAgain(from: Place, key: string, sha256: string): Promise<readonly Uint8Array[]> {
  const read = await from.read(key);
  if (read !== undefined && sha256Of(read.bytes) === sha256) return [read.bytes];
  throw new FileError('modified_concurrently', 'it was changed while it was being compressed');
}

function failure(key: string, code: ObjectErrorCode, detail: string): Processed {
  return { line: { key, status: 'failed', problem: { code, detail } }, isReused: false };
}
