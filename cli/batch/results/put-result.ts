import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { partName } from '../../../shared/index.ts';
import type { Compressed } from '../../documents/compress-port.ts';
import type { AttributeSource, LostAttribute } from '../../files/file-attributes.ts';
import { FileError, withFile } from '../../files/file-error.ts';
import { numbered } from '../../files/numbered.ts';
import { osPath } from '../../files/os-path.ts';
import { mustBeUnchanged, replaceFile, versionOf } from '../../files/replace-file.ts';
import { isSameFile } from '../../files/same-file.ts';
import { writeFileAtomic } from '../../write-file-atomic.ts';
import type { FileRunOptions } from '../file-run-options.ts';
import type { FoundFile } from '../inputs/find-files.ts';
import type { OutputGuard } from '../records/output-guard.ts';
import type { FileResult, WrittenPart } from './file-result.ts';
import { checkReceiptPath, type NewReceipt, putReceipt, receiptBase } from './receipt-file.ts';
import type { Target } from './target.ts';

/** A PDF and the target of its result. */
export interface Place {
  readonly file: FoundFile;
  /** The file when it was read. */
  readonly before: Stats;
  readonly target: Target;
  /** The original bytes, if a backup is wanted. */
  readonly backedUp: Uint8Array | undefined;
}

export interface PutResult
  extends Pick<FileResult, 'output' | 'parts' | 'receipt' | 'lostAttributes' | 'earlierOutputs'> {
  /** Modification time in milliseconds of the first file written; undefined if none was. */
  readonly mtimeMs: number | undefined;
}

/**
 * Refuses before compression what would be refused after it. @throws FileError if an existing file must not be replaced
 */
export async function checkPlace(
  { file, target }: Pick<Place, 'file' | 'target'>,
  { outputs, options, withReceipts, receiptFolder, isForced }: FileRunOptions,
): Promise<void> {
  const output = outputOf(file, target);
  // The number of parts is not known yet.
  if (target.kind === 'file' && options.splitSize === 0)
    await outputs.check(output, file.path, { maxBytes: file.bytes });
  if (withReceipts) await checkReceiptPath(receiptBase(output, file.place, receiptFolder), isForced);
}

/** Refuses what `putResult` would refuse. @throws FileError */
export async function checkResult(
  result: Compressed,
  { file, target }: Pick<Place, 'file' | 'target'>,
  { outputs }: FileRunOptions,
): Promise<void> {
  if (target.kind === 'file' && isWritten(result, target))
    await checkOutputs(result, { output: target.path, source: file.path }, outputs);
}

/** @throws FileError if a file of the result must not be written */
export async function checkOutputs(
  result: Outputs,
  { output, source }: Pick<NewOutputs, 'output' | 'source'>,
  outputs: OutputGuard,
): Promise<void> {
  for (const part of partsOf(output, result)) await outputs.check(part.output, source, { data: part.data });
}

function isWritten({ report }: Compressed, target: Target): boolean {
  return !report.unchanged || (target.kind === 'file' && target.copiesUnchanged);
}

export async function putResult(
  result: Compressed,
  place: Place,
  treatment: FileRunOptions,
): Promise<PutResult> {
  const { file, before, target } = place;
  const original = { path: file.path, stats: before };
  if (!isWritten(result, target)) {
    const receipt = await receiptOf(file.path, result, { file, original, replaced: [] }, treatment);
    const output = target.kind === 'in-place' ? { output: file.path } : {};
    return { ...output, ...receipt, mtimeMs: undefined };
  }
  const output = outputOf(file, target);
  // All or none: one part that cannot be written prevents the others.
  await checkResult(result, { file, target }, treatment);
  await makeFolder(output, file, treatment);
  const { lost, replaced, mtimeMs } =
    target.kind === 'in-place'
      ? await putInPlace(result, place, treatment)
      : await putBeside(result, { output, source: file.path, original }, treatment.outputs);
  const receipt = await receiptOf(output, result, { file, original, replaced }, treatment);
  const places = placesOf(output, result);
  const names = places.parts?.map((part) => part.output);
  const earlier = names === undefined ? [] : await treatment.outputs.otherResults(output, file.path, names);
  return {
    ...places,
    ...receipt,
    ...(lost.length === 0 ? {} : { lostAttributes: [...new Set(lost)] }),
    ...(earlier.length === 0 ? {} : { earlierOutputs: earlier }),
    mtimeMs,
  };
}

function outputOf(file: FoundFile, target: Place['target']): string {
  return target.kind === 'in-place' ? file.path : target.path;
}

type Outputs = Pick<Compressed, 'pieces' | 'report' | 'parts'>;

interface Written {
  readonly lost: readonly LostAttribute[];
  readonly replaced: readonly string[];
  readonly mtimeMs: number;
}

async function putInPlace(
  result: Compressed,
  { file, before, backedUp }: Place,
  treatment: FileRunOptions,
): Promise<Written> {
  const { path } = file;
  await withFile('cannot_read', path, () => mustBeUnchanged(path, versionOf(before)));
  if (treatment.backup !== undefined && backedUp !== undefined) {
    const kept = join(treatment.backup, file.place);
    await makeFolder(kept, file, treatment);
    await keep(kept, backedUp, { path, stats: before });
  }
  const lost = await withFile('cannot_write', path, () => replaceFile(path, result.pieces, before));
  return { lost, replaced: [], mtimeMs: before.mtimeMs };
}

interface NewOutputs {
  readonly output: string;
  /** The source PDF; `-` for a pipe. */
  readonly source: string;
  /** Absent for a pipe. */
  readonly original?: AttributeSource;
}

/** Writes a result or its parts. @throws FileError */
export async function putBeside(
  result: Outputs,
  { output, ...from }: NewOutputs,
  outputs: OutputGuard,
): Promise<Written> {
  const lost: LostAttribute[] = [];
  const replaced: string[] = [];
  let mtimeMs: number | undefined;
  for (const part of partsOf(output, result)) {
    const done = await outputs.write({ path: part.output, data: part.data, ...from });
    for (const attribute of done.lost) lost.push(attribute);
    if (done.replaced !== undefined) replaced.push(done.replaced);
    mtimeMs ??= done.mtimeMs;
  }
  return { lost, replaced, mtimeMs: mtimeMs ?? 0 };
}

/** Paths of the result, or of its parts. */
export function placesOf(output: string, result: Outputs): Pick<FileResult, 'output' | 'parts'> {
  const parts = partsOf(output, result).map(({ data: _, ...part }) => part);
  return parts.length > 1 ? { parts } : { output };
}

/** The files of a result: one, or its parts. */
function partsOf(
  output: string,
  { pieces, report, parts }: Outputs,
): readonly (WrittenPart & { readonly data: readonly Uint8Array[] })[] {
  if (parts === undefined)
    return [
      { output, bytes: report.outputSize, firstPage: 1, lastPage: report.document.pages, data: pieces },
    ];
  return parts.map(({ bytes, firstPage, lastPage }, index) => ({
    output: partName(output, index + 1, parts.length),
    bytes: bytes.length,
    firstPage,
    lastPage,
    data: [bytes],
  }));
}

/** Makes the folder of a file that is made of `file`. */
async function makeFolder(
  path: string,
  file: FoundFile,
  { folders, cleanFolder }: FileRunOptions,
): Promise<void> {
  const folder = dirname(path);
  await withFile('cannot_write', path, async () => folders.make(folder, dirname(file.path)));
  await cleanFolder(folder);
}

async function receiptOf(
  output: string,
  { receipt }: Compressed,
  { file, ...of }: Pick<NewReceipt, 'original' | 'replaced'> & Pick<Place, 'file'>,
  treatment: FileRunOptions,
): Promise<{ readonly receipt?: string }> {
  if (receipt === undefined) return {};
  const { isForced, sign, receiptFolder } = treatment;
  const beside = receiptBase(output, file.place, receiptFolder);
  if (beside !== output) await makeFolder(beside, file, treatment);
  return { receipt: await putReceipt({ output: beside, receipt, isForced, sign, ...of }) };
}

/** Writes the backup once. Another version of that name stays: the new one then gets the next number. */
async function keep(wanted: string, bytes: Uint8Array, original: AttributeSource): Promise<void> {
  for (let number = 1; ; number += 1) {
    const path = numbered(wanted, number);
    if (isSameFile(path, original.path))
      throw new FileError('cannot_write', `${path} is the original itself: name another folder for backups`);
    const there = await stat(osPath(path)).catch(() => null);
    if (there === null) {
      const how = { like: original, times: original.stats, mayReplace: false };
      await withFile('cannot_write', path, () => writeFileAtomic(path, bytes, how));
      return;
    }
    if (there.size !== bytes.length) continue;
    const kept = await withFile('cannot_write', path, () => readFile(osPath(path)));
    if (Buffer.compare(kept, bytes) === 0) return;
  }
}
